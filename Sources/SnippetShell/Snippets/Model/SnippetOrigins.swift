public import Foundation

/// Of which origins snippets may be: their targets, redirects of these, their resources, and the socket of their list.
///
///     let origins: SnippetOrigins = ["https://shop.example", "http://localhost:5173"]
///
/// Paths of this server and of its remote snippets need no origin here.
public struct SnippetOrigins: Sendable, Hashable, ExpressibleByArrayLiteral {
  private var origins: Set<String>

  /// Each is `scheme://host` or `scheme://host:port`, of http or https. Throws for what is none.
  public init(parsing origins: [String]) throws(SnippetError) {
    self.origins = []
    for text in origins {
      guard let url = URL(string: text), let origin = Self.origin(of: url), url.path.isEmpty || url.path == "/",
        url.query == nil, url.fragment == nil, url.scheme?.lowercased().hasPrefix("http") == true
      else { throw SnippetError("\"\(text)\" is no origin: https://shop.example or http://localhost:5173 would be.") }
      self.origins.insert(origin)
    }
  }

  /// As ``init(parsing:)``. A literal that is no origin ends the program, as an index out of range does.
  public init(arrayLiteral elements: StaticString...) {
    do { try self.init(parsing: elements.map { "\($0)" }) } catch { preconditionFailure(error.description) }
  }

  /// Whether what is at this address may come.
  public func admit(_ url: URL) -> Bool {
    Self.origin(of: url).map(origins.contains) ?? false
  }

  /// These and that of an address.
  func with(_ url: URL) -> SnippetOrigins {
    var all = self
    if let origin = Self.origin(of: url) { all.origins.insert(origin) }
    return all
  }

  /// `https://shop.example:443`, with the port always. A socket's is that of its handshake. Nil where there is none, or
  /// the address has a user.
  static func origin(of url: URL) -> String? {
    guard url.user == nil, url.password == nil, let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty
    else { return nil }
    switch url.scheme?.lowercased() {
    case "http", "ws": return "http://\(host):\(url.port ?? 80)"
    case "https", "wss": return "https://\(host):\(url.port ?? 443)"
    default: return nil
    }
  }

  /// For the log: an origin as people write it, or what else it is.
  static func name(of url: URL) -> String {
    guard let origin = origin(of: url) else { return "\(url.scheme ?? "no scheme"):" }
    let plain = origin.hasPrefix("https") ? ":443" : ":80"
    return origin.hasSuffix(plain) ? String(origin.dropLast(plain.count)) : origin
  }
}
