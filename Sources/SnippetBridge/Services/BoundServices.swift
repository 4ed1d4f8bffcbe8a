import SnippetBridgeLocation

/// The services of a web view, and the server's services as their fallback.
struct BoundServices {
  private struct Pair<Service> {
    var own: Service?
    var inherited: Service?
    var nearest: Service? { own ?? inherited }
  }

  private var locations = Pair<any LocationServicesBridge>()
  private var cameras = Pair<any CameraMicrophoneServicesBridge>()
  private var uiDelegates = Pair<any WebViewUIDelegate>()

  /// Sets the server's services, which answer if the web view has none of its own.
  mutating func inherit(from configuration: BridgeConfiguration) {
    locations.inherited = configuration.locationServiceBridge
    cameras.inherited = configuration.cameraMicrophoneServiceBridge
    uiDelegates.inherited = configuration.uiDelegate
  }

  /// The service to ask, or `nil` if the browser handles requests itself.
  var location: (any LocationServicesBridge)? { locations.nearest }
  var camera: (any CameraMicrophoneServicesBridge)? { cameras.nearest }
  var uiDelegate: (any WebViewUIDelegate)? { uiDelegates.nearest }

  mutating func bind(_ service: (any LocationServicesBridge)?) { locations.own = service }
  mutating func bind(_ service: (any CameraMicrophoneServicesBridge)?) { cameras.own = service }
  mutating func bind(_ delegate: (any WebViewUIDelegate)?) { uiDelegates.own = delegate }
}

/// A service whose script only some pages need. The script is loaded after the page script.
public enum PageService: String, Sendable, Hashable, CaseIterable {
  /// The script that lets a ``LocationServicesBridge`` answer `navigator.geolocation`.
  case location
  /// The script that asks a ``CameraMicrophoneServicesBridge`` before `getUserMedia` asks the browser.
  case camera
  /// The script that passes files which the browser would save to ``BridgeConfiguration/downloads``.
  case downloads
  /// The script that asks a ``WebViewUIDelegate`` before the browser shows a dialog.
  case dialogs
}

extension BridgeConfiguration {
  /// The parts that pages get: the configured ones, and those that the configuration's services need.
  var servedParts: Set<PageService> {
    var parts = parts
    if locationServiceBridge != nil { parts.insert(.location) }
    if cameraMicrophoneServiceBridge != nil { parts.insert(.camera) }
    if downloads != nil { parts.insert(.downloads) }
    if uiDelegate != nil { parts.insert(.dialogs) }
    return parts
  }
}
