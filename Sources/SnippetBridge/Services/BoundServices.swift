import Location

/// The services of a web view: its own, and those of its server, which stand behind them.
struct BoundServices {
  private struct Pair<Service> {
    var own: Service?
    var inherited: Service?
    var nearest: Service? { own ?? inherited }
  }

  private var locations = Pair<any LocationServicesBridge>()
  private var cameras = Pair<any CameraMicrophoneServicesBridge>()

  /// The server's services answer where the web view has none of its own.
  mutating func inherit(from configuration: BridgeConfiguration) {
    locations.inherited = configuration.locationServiceBridge
    cameras.inherited = configuration.cameraMicrophoneServiceBridge
  }

  /// The one to ask; nil where pages are left to their browser.
  var location: (any LocationServicesBridge)? { locations.nearest }
  var camera: (any CameraMicrophoneServicesBridge)? { cameras.nearest }

  mutating func bind(_ service: (any LocationServicesBridge)?) { locations.own = service }
  mutating func bind(_ service: (any CameraMicrophoneServicesBridge)?) { cameras.own = service }
}
