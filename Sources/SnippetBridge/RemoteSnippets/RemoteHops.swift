import DSBridge
import HTTPTypes
import WebServer

/// Which servers of this kind have passed a request on. Each adds a name of its own. (`Via` would be the field for
/// that, but servers compress less, or not at all, where they see it.) A request with this server's name comes back,
/// and would go round until no connection is left.
struct RemoteHops: Sendable {
  static let name = HTTPField.Name("Bridge-Hops")

  /// For as long as it runs.
  private let own = WebView.randomID()

  func hasPassed(_ request: ServerRequest) -> Bool { request.header(Self.name)?.contains(own) ?? false }

  /// What a request has when it is passed on.
  func field(behind request: ServerRequest) -> HTTPField? {
    Self.name.map { HTTPField(name: $0, value: request.header($0).map { "\($0), \(own)" } ?? own) }
  }
}
