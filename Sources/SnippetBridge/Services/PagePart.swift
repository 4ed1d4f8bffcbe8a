/// A script behind the shim that only some pages need.
public enum PagePart: String, Sendable, Hashable, CaseIterable {
  /// `navigator.geolocation` is answered by a ``LocationServicesBridge``.
  case location
  /// `getUserMedia` asks a ``CameraMicrophoneServicesBridge`` before the browser.
  case camera
  /// What a page would have its browser save goes to ``BridgeConfiguration/downloads``.
  case downloads
}

extension BridgeConfiguration {
  /// Those that pages get: the ones that are wanted, and the ones that a service of the configuration needs.
  var servedParts: Set<PagePart> {
    var parts = parts
    if locationServiceBridge != nil { parts.insert(.location) }
    if cameraMicrophoneServiceBridge != nil { parts.insert(.camera) }
    if downloads != nil { parts.insert(.downloads) }
    return parts
  }
}
