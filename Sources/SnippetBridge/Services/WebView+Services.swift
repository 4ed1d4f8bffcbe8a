import DSBridge

extension WebView {
  /// Adds the interfaces that the scripts in the web view's pages call.
  /// - Parameter bindsThose: Whether the web view uses the services in `configuration`. `false` for pages of a proxied
  ///   site, for which the browser answers unless the program binds services to the web view.
  nonisolated func addServices(of configuration: BridgeConfiguration, bindsThose: Bool) {
    if bindsThose {
      inheritFromServer {
        $0.locationServiceBridge = configuration.locationServiceBridge
        $0.cameraMicrophoneServiceBridge = configuration.cameraMicrophoneServiceBridge
        $0.uiDelegate = configuration.uiDelegate
      }
    }
    let parts = configuration.servedParts
    if parts.contains(.location) { addOwnInterface(LocationInterface(webView: self), by: "_bridge.location") }
    if parts.contains(.camera) { addOwnInterface(CameraInterface(webView: self), by: "_bridge.camera") }
    if parts.contains(.dialogs) { addOwnInterface(DialogInterface(webView: self), by: "_bridge.dialogs") }
  }
}
