/// A service that needs an additional script in the pages. Pages load this script only if the service is configured,
/// after the page script.
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
  /// The services whose scripts the pages load: the services in ``parts``, and those for which the configuration sets
  /// an object such as ``uiDelegate``.
  var servedParts: Set<PageService> {
    var parts = parts
    if locationServiceBridge != nil { parts.insert(.location) }
    if cameraMicrophoneServiceBridge != nil { parts.insert(.camera) }
    if downloads != nil { parts.insert(.downloads) }
    if uiDelegate != nil { parts.insert(.dialogs) }
    return parts
  }
}
