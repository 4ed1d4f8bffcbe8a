/// A service whose script only some pages need. The script is loaded after the page script.
public enum PageService: String, Sendable, Hashable, CaseIterable {
  /// The script that lets a ``LocationServicesBridge`` answer `navigator.geolocation`.
  case location
  /// The script that asks a ``CameraMicrophoneServicesBridge`` before `getUserMedia` asks the browser.
  case camera
  /// The script that sends files to the server (``BridgeConfiguration/downloads``) that the browser would otherwise
  /// save.
  case downloads
  /// The script that asks a ``WebViewUIDelegate`` before the browser shows a dialog.
  case dialogs
}

extension BridgeConfiguration {
  /// The services whose scripts the pages load: those in ``parts``, and those that the configuration sets.
  var servedParts: Set<PageService> {
    var parts = parts
    if locationServiceBridge != nil { parts.insert(.location) }
    if cameraMicrophoneServiceBridge != nil { parts.insert(.camera) }
    if downloads != nil { parts.insert(.downloads) }
    if uiDelegate != nil { parts.insert(.dialogs) }
    return parts
  }
}
