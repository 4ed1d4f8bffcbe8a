import DSBridge
import HTTPTypes
import SnippetBridgeWebServer

/// The list of SnippetBridge servers that have forwarded a request. Each server adds its identifier to the header
/// `Bridge-Hops`.
///
/// If a received request contains this server's own identifier, it was forwarded back to this server, and the server
/// rejects it. Without this check, the request would loop until no connections are left. The standard header for this
/// purpose is `Via`, but some servers compress less, or not at all, if a request contains it.
struct SiteHops: Sendable {
  static let name = HTTPField.Name("Bridge-Hops")

  /// The identifier of this server, which changes with every start.
  private let own = WebView.randomID()

  func hasPassed(_ request: ServerRequest) -> Bool { request.header(Self.name)?.contains(own) ?? false }

  /// Returns the header for the forwarded request: the identifiers in the received request, followed by this server's.
  func field(behind request: ServerRequest) -> HTTPField? {
    Self.name.map { HTTPField(name: $0, value: request.header($0).map { "\($0), \(own)" } ?? own) }
  }
}
