public import DSBridge
import DSBridgeLocks
import Logging
public import SnippetBridgeLocation

extension WebView {
  /// Sets the service that answers `navigator.geolocation` of this web view's pages.
  ///
  /// If `nil`, the server's service answers, or the browser if the server has none. Pending requests keep their
  /// previous service.
  ///
  /// Needs ``PageService/location`` among ``BridgeConfiguration/parts``, unless the configuration has a service itself.
  public nonisolated func bind(locationServiceBridge service: (any LocationServicesBridge)?) {
    change { $0.bind(service) }
    if service != nil { warnUnlessServed(.location) }
  }

  /// Sets the service that is asked before this web view's pages get the camera or the microphone.
  ///
  /// If `nil`, the server's service is asked, or only the browser if the server has none.
  ///
  /// Needs ``PageService/camera`` among ``BridgeConfiguration/parts``, unless the configuration has a service itself.
  public nonisolated func bind(cameraMicrophoneServiceBridge service: (any CameraMicrophoneServicesBridge)?) {
    change { $0.bind(service) }
    if service != nil { warnUnlessServed(.camera) }
  }

  /// The delegate that answers the dialogs of this web view's pages: `alert`, `confirm`, `prompt`, file choosers, and
  /// the question before a page is left.
  ///
  /// If `nil`, the server's delegate answers, or the browser if the server has none.
  ///
  /// Needs ``PageService/dialogs`` among ``BridgeConfiguration/parts``, unless the configuration has a delegate itself.
  public nonisolated var uiDelegate: (any WebViewUIDelegate)? {
    get { services.uiDelegate }
    set {
      change { $0.bind(newValue) }
      if newValue != nil { warnUnlessServed(.dialogs) }
    }
  }

  /// Adds the interfaces that the scripts of the web view's pages call.
  /// - Parameter bindsThose: Whether the server's services answer. They do not for pages of a proxied site, which
  ///   use their browser's.
  nonisolated func addServices(of configuration: BridgeConfiguration, bindsThose: Bool) {
    if bindsThose { change { $0.inherit(from: configuration) } }
    let parts = configuration.servedParts
    if parts.contains(.location) { addOwnInterface(LocationInterface(webView: self), by: "_bridge.location") }
    if parts.contains(.camera) { addOwnInterface(CameraInterface(webView: self), by: "_bridge.camera") }
    if parts.contains(.dialogs) { addOwnInterface(DialogInterface(webView: self), by: "_bridge.dialogs") }
  }

  nonisolated var services: BoundServices { hosted.state.withLock { $0.services } }

  private nonisolated func change(_ change: (inout BoundServices) -> Void) {
    let old = hosted.state.withLock { state in
      let old = state.services
      change(&state.services)
      return old
    }
    // Frees the old service outside of the lock, because its deinitializer may run program code.
    _ = old
  }

  /// Logs a warning if the web view's pages lack the script for the service. A web view that no server created has no
  /// such pages.
  private nonisolated func warnUnlessServed(_ part: PageService) {
    guard let served = hosted.servedParts, !served.contains(part) else { return }
    logger.warning(
      "pages do not load the script of a bound service: set BridgeConfiguration.parts to [.\(part.rawValue)]",
      metadata: ["part": "\(part.rawValue)"])
  }
}
