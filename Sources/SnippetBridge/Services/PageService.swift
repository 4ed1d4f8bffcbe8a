/// A service whose script is loaded only in pages that need it, after the page script.
public enum PageService: String, Sendable, Hashable, CaseIterable {
  /// The script with which a ``LocationServicesBridge`` answers `navigator.geolocation`.
  case location
  /// The script that asks a ``CameraMicrophoneServicesBridge`` before `getUserMedia` asks the browser.
  case camera
  /// The script that sends files to the server if the browser would otherwise save them
  /// (``BridgeConfiguration/downloads``).
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
