import Testing

@testable import SnippetBridgeWebServer

/// The transport of a connection.
enum Scheme: String, CaseIterable, CustomTestStringConvertible {
  case plain
  case tls

  var testDescription: String { rawValue }

  private static let directory = TemporaryDirectory()
  private static let certificate = Result { () throws(WebServerError) in
    try SelfSignedCertificate.ensure(in: directory.path)
  }

  /// Returns the TLS configuration of a server with this scheme, or `nil` for plain text.
  func configuration() throws -> TLSConfiguration? { self == .tls ? try Self.certificate.get() : nil }
}

/// Runs `body` like ``withServer(_:logger:change:_:)``, over this scheme.
func withServer(
  _ scheme: Scheme, _ handler: TestHandler = TestHandler(), change: (inout WebServerConfiguration) -> Void = { _ in },
  _ body: @escaping @Sendable (Int) throws -> Void
) async throws {
  let tls = try scheme.configuration()
  try await withServer(
    handler,
    change: {
      $0.listeners[0].tls = tls
      change(&$0)
    }, body)
}
