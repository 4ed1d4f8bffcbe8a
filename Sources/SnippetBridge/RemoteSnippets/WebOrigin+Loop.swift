import SnippetBridgeHTTP

extension WebOrigin {
  /// Whether it is what listens on this host and port, as far as the words tell. Where another name leads here, the
  /// first request tells (``RemoteHops``).
  func leads(to listener: String, port: Int) -> Bool {
    guard port == self.port, let listener = WebHost(listener) else { return false }
    if listener == host { return true }
    // Of 127.0.0.1 and 127.0.0.2 only one is this server.
    if case .ipv4 = listener, case .ipv4 = host, listener.isLoopback, host.isLoopback { return false }
    return !listener.families.isDisjoint(with: host.families)
  }
}

extension WebHost {
  /// Under which of IPv4 and IPv6 this host is this machine; none where that is not certain.
  fileprivate var families: Set<Int> {
    switch self {
    case .name: isLoopback ? [4, 6] : []
    case .ipv4(let address): address == 0 || isLoopback ? [4] : []
    case .ipv6(let bytes): bytes.allSatisfy { $0 == 0 } ? [4, 6] : isLoopback ? [6] : []
    }
  }
}
