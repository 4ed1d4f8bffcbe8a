/// A script behind the shim that only some pages need.
public enum PagePart: String, Sendable, Hashable, CaseIterable {
  /// `navigator.geolocation` is answered by a ``LocationServicesBridge``.
  case location
  /// `getUserMedia` asks a ``CameraMicrophoneServicesBridge`` before the browser.
  case camera
}

extension BridgeConfiguration {
  /// Those that pages get: the ones that are wanted, and the ones that a service of the configuration needs.
  var servedParts: Set<PagePart> {
    var parts = parts
    if locationServiceBridge != nil { parts.insert(.location) }
    if cameraMicrophoneServiceBridge != nil { parts.insert(.camera) }
    return parts
  }
}
