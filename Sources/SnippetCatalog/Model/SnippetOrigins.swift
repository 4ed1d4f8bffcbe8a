public import Foundation
package import SnippetBridgeHTTP

/// The origins that a program admits for snippets: for targets, redirects, resources, and the WebSocket that reports
/// changes to the list.
///
///     let origins: SnippetOrigins = ["https://shop.example", "http://localhost:5173"]
///
/// Paths of this server and of its proxied sites are always admitted.
public struct SnippetOrigins: Sendable, Hashable, ExpressibleByArrayLiteral {
  private var origins: Set<WebOrigin>

  /// Creates a set from origins of the form `scheme://host` or `scheme://host:port`, with the scheme http or https.
  /// Throws for any other text.
  public init(parsing origins: [String]) throws(SnippetError) {
    self.origins = []
    for text in origins {
      guard text.lowercased().hasPrefix("http"), let origin = WebOrigin(text) else {
        throw SnippetError("\"\(text)\" is not an origin. Write it as https://shop.example or http://localhost:5173.")
      }
      self.origins.insert(origin)
    }
  }

  /// Creates a set as ``init(parsing:)`` does. An invalid literal stops the program.
  public init(arrayLiteral elements: StaticString...) {
    do { try self.init(parsing: elements.map { "\($0)" }) } catch { preconditionFailure(error.description) }
  }

  /// Returns whether the origin of a URL is admitted.
  public func admit(_ url: URL) -> Bool {
    Self.origin(of: url).map(origins.contains) ?? false
  }

  /// Returns a copy that also contains the origin of a URL.
  func with(_ url: URL) -> SnippetOrigins {
    var all = self
    if let origin = Self.origin(of: url) { all.origins.insert(origin) }
    return all
  }

  /// Returns the origin of a URL, or `nil` if the URL has no origin or contains a user name or a password.
  package static func origin(of url: URL) -> WebOrigin? {
    url.user == nil && url.password == nil ? WebOrigin(of: url) : nil
  }

  /// Returns the origin of a URL as text for the log. If the URL has no origin, returns its scheme.
  package static func name(of url: URL) -> String { origin(of: url)?.description ?? "\(url.scheme ?? "no scheme"):" }
}
