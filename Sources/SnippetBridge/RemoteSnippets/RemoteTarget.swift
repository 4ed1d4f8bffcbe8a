import WebServer

/// Where a remote snippet's pages come from: the parts of an origin.
struct RemoteTarget: Sendable, Equatable {
  let isSecure: Bool
  /// In lower case, without an address's brackets.
  let host: String
  let port: Int

  /// Throws a ``BridgeServerError`` for what is no origin of http or https.
  init(_ text: String, of snippet: String) throws(BridgeServerError) {
    let problem = BridgeServerError(
      "The target \"\(text)\" of the remote snippet \"\(snippet)\" is no origin: http://localhost:5173 would be one.")
    let lowercased = text.lowercased()
    guard let scheme = ["http://", "https://"].first(where: lowercased.hasPrefix) else { throw problem }
    isSecure = scheme == "https://"
    var rest = lowercased.dropFirst(scheme.count)
    if rest.hasSuffix("/") { rest.removeLast() }
    // What `RequestTarget` takes for an authority, it takes here.
    guard let authority = RequestTarget("http://\(rest)/")?.authority, authority.utf8.count == rest.utf8.count else {
      throw problem
    }
    let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : nil
    let colon = authority[(end ?? authority.startIndex)...].firstIndex(of: ":")
    let name = authority[..<(colon ?? authority.endIndex)]
    host = name.hasPrefix("[") ? String(name.dropFirst().dropLast()) : String(name)
    switch colon.map({ Int(authority[authority.index(after: $0)...]) }) {
    case nil: port = isSecure ? 443 : 80
    case (let port?)? where (1...65535).contains(port): self.port = port
    default: throw problem
    }
  }

  /// Whether it is what listens on this host and port, as far as the words tell. Where another name leads here, the
  /// first request tells (``RemoteHops``).
  func leads(to listener: String, port: Int) -> Bool {
    guard port == self.port else { return false }
    let listener = listener.lowercased()
    if listener == host { return true }
    // Of 127.0.0.1 and 127.0.0.2 only one is this server.
    if listener.hasPrefix("127."), host.hasPrefix("127.") { return false }
    return !Self.families(of: listener).isDisjoint(with: Self.families(of: host))
  }

  /// Under which of IPv4 and IPv6 this host is this machine; none where that is not certain.
  private static func families(of host: String) -> Set<Int> {
    switch host {
    case "localhost", "::": [4, 6]
    case "::1": [6]
    case "0.0.0.0": [4]
    default: host.hasSuffix(".localhost") ? [4, 6] : host.hasPrefix("127.") ? [4] : []
    }
  }
}
