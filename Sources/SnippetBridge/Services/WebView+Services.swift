public import DSBridge
public import Location
import Logging
import Locks

extension WebView {
  /// Answers `navigator.geolocation` of this web view's pages from now on; nil leaves it to the server's service, if it
  /// has one, and else to the browser. Requests that a page has made go on as they are.
  ///
  /// Needs ``PagePart/location`` among ``BridgeConfiguration/parts``, unless the configuration has a service itself.
  public nonisolated func bind(locationServiceBridge service: (any LocationServicesBridge)?) {
    change { $0.bind(service) }
    if service != nil { warnUnlessServed(.location) }
  }

  /// Asked before this web view's pages get camera or microphone from now on; nil leaves it to the server's service, if
  /// it has one, and else to the browser.
  ///
  /// Needs ``PagePart/camera`` among ``BridgeConfiguration/parts``, unless the configuration has a service itself.
  public nonisolated func bind(cameraMicrophoneServiceBridge service: (any CameraMicrophoneServicesBridge)?) {
    change { $0.bind(service) }
    if service != nil { warnUnlessServed(.camera) }
  }

  /// Adds what the scripts of its pages call.
  /// - Parameter bindsThose: whether the server's services answer; a remote snippet's pages have their browser's.
  nonisolated func addServices(of configuration: BridgeConfiguration, bindsThose: Bool) {
    if bindsThose { change { $0.inherit(from: configuration) } }
    let parts = configuration.servedParts
    if parts.contains(.location) { addOwnInterface(LocationInterface(webView: self), by: "_bridge.location") }
    if parts.contains(.camera) { addOwnInterface(CameraInterface(webView: self), by: "_bridge.camera") }
  }

  nonisolated var services: BoundServices { hosted.state.withLock { $0.services } }

  private nonisolated func change(_ change: (inout BoundServices) -> Void) {
    let old = hosted.state.withLock { state in
      let old = state.services
      change(&state.services)
      return old
    }
    // Freed here, outside of the lock: the end of a service may be code of the program.
    _ = old
  }

  /// A web view that no server has made has no pages that could lack it.
  private nonisolated func warnUnlessServed(_ part: PagePart) {
    guard let served = hosted.servedParts, !served.contains(part) else { return }
    logger.warning(
      "a service was bound that pages do not know of: set BridgeConfiguration.parts to [.\(part.rawValue)] as well",
      metadata: ["part": "\(part.rawValue)"])
  }
}
