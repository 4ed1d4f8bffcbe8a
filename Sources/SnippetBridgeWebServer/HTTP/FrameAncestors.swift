/// The sites that may show the server's documents in an iframe: the sources of `frame-ancestors` (W3C, Content
/// Security Policy Level 3).
package enum FrameAncestors {
  /// Returns the configured sources. Browsers take `'self'` to mean only the listener that received the request. If the
  /// sources contain `'self'`, this function therefore adds the server's other listeners that serve pages. These have
  /// the request's host. But a listener without own pages has other host names than the server's pages, so there the
  /// function adds the names of the server.
  /// - Parameter names: The server's host names for browsers on other machines.
  package static func sources(_ configured: String, names: [String], for request: ServerRequest) -> String {
    guard request.listeners.count > 1, configured.split(separator: " ").contains("'self'") else { return configured }
    let own = request.authority ?? ""
    let hosts: [Substring]
    if request.listeners.indices.contains(request.listener), request.listeners[request.listener].hasOwnPages {
      hosts = [host(in: own)].compactMap(\.self)
    } else {
      let isLocal = WebOrigin(authority: own, isSecure: false)?.host.isLoopback == true
      hosts = (isLocal ? ["localhost", "127.0.0.1"] : names).compactMap(host)
    }
    var sources = configured
    for (index, listener) in request.listeners.enumerated() where index != request.listener && listener.hasOwnPages {
      for host in hosts { sources += " \(listener.isSecure ? "https" : "http")://\(host):\(listener.port)" }
    }
    return sources
  }

  /// Returns the host without the port, or `nil` for a host that is not allowed in a source, such as a numeric address
  /// in brackets.
  private static func host(in authority: String) -> Substring? {
    let host = authority.utf8.prefix { $0 != UInt8(ascii: ":") }
    let isPlain = host.allSatisfy {
      $0.isDigit || (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
    }
    return isPlain && !host.isEmpty ? Substring(host) : nil
  }
}
