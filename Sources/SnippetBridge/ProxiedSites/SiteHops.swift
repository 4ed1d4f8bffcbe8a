import DSBridge
import HTTPTypes
import SnippetBridgeWebServer

/// The SnippetBridge servers that have forwarded a request. Each server adds its own identifier to the field
/// `Bridge-Hops`.
///
/// A request with this server's identifier has come back to this server. It would loop until no connection is left.
/// (The field `Via` has this purpose, but servers that see it compress less or not at all.)
struct SiteHops: Sendable {
  static let name = HTTPField.Name("Bridge-Hops")

  /// The identifier of this server. A new one is created at every start.
  private let own = WebView.randomID()

  func hasPassed(_ request: ServerRequest) -> Bool { request.header(Self.name)?.contains(own) ?? false }

  /// Returns the field for the forwarded request: the identifiers of the earlier servers, followed by this server's.
  func field(behind request: ServerRequest) -> HTTPField? {
    Self.name.map { HTTPField(name: $0, value: request.header($0).map { "\($0), \(own)" } ?? own) }
  }
}
