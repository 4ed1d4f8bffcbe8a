public import Foundation
import SnippetBridgeHTTP

/// Of which origins snippets may be: their targets, redirects of these, their resources, and the socket of their list.
///
///     let origins: SnippetOrigins = ["https://shop.example", "http://localhost:5173"]
///
/// Paths of this server and of its remote snippets need no origin here.
public struct SnippetOrigins: Sendable, Hashable, ExpressibleByArrayLiteral {
  private var origins: Set<WebOrigin>

  /// Each is `scheme://host` or `scheme://host:port`, of http or https. Throws for what is none.
  public init(parsing origins: [String]) throws(SnippetError) {
    self.origins = []
    for text in origins {
      guard text.lowercased().hasPrefix("http"), let origin = WebOrigin(text) else {
        throw SnippetError("\"\(text)\" is no origin: https://shop.example or http://localhost:5173 would be.")
      }
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

  /// The origin of what is asked for at this address; nil where the address has none, or a user.
  static func origin(of url: URL) -> WebOrigin? {
    url.user == nil && url.password == nil ? WebOrigin(of: url) : nil
  }

  /// For the log: an origin as people write it, or what else it is.
  static func name(of url: URL) -> String { origin(of: url)?.description ?? "\(url.scheme ?? "no scheme"):" }
}
