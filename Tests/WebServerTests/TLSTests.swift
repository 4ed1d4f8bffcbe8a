import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// TLS tested with curl and openssl as independent clients.
@Suite(.serialized, .ownThreads, .timeLimit(.minutes(5))) struct TLSTests {
  private func withTLSServer(
    _ body: @escaping @Sendable (_ port: Int, _ certificate: String) throws -> Void
  ) async throws {
    let directory = TemporaryDirectory()
    let tls = try SelfSignedCertificate.ensure(in: directory.path)
    try await withServer(change: {
      $0.listeners[0].tls = tls
      $0.listeners[0].host = "localhost"
    }) { port in
      try withExtendedLifetime(directory) { try body(port, tls.certificateFile) }
    }
  }

  @Test func getPostAndKeepAlive() async throws {
    try await withTLSServer { port, certificate in
      let get = try Command(
        "curl", "-sS", "--max-time", "20", "--cacert", certificate, "https://localhost:\(port)/a",
        "https://localhost:\(port)/b")
      #expect(get.output == "GET /a - 0GET /b - 0")
      let post = try Command(
        "curl", "-sS", "--max-time", "20", "--cacert", certificate, "--data-binary", "@/bin/ls",
        "https://127.0.0.1:\(port)/p")
      #expect(post.output.hasPrefix("POST /p - ") && post.output.count > 12, "\(post.output)")
    }
  }

  @Test(arguments: [("-tls1_2", true), ("-tls1_3", true), ("-tls1_1", false), ("-tls1", false)])
  func versions(_ option: String, _ isTaken: Bool) async throws {
    try await withTLSServer { port, certificate in
      let run = try Command(
        "timeout", "20", "openssl", "s_client", "-connect", "127.0.0.1:\(port)", option, "-CAfile", certificate,
        "-cipher", "ALL:@SECLEVEL=0", "-alpn", "h2,http/1.1")
      #expect(run.output.contains("ALPN protocol: http/1.1") == isTaken, "\(run.output)")
      #expect(run.output.contains("alert protocol version") != isTaken, "\(run.output)")
    }
  }

  @Test func plainHTTPIsSentToHTTPS() async throws {
    try await withTLSServer { port, _ in
      let run = try Command("curl", "-sSi", "--max-time", "20", "http://localhost:\(port)/x")
      #expect(run.output.contains("301"), "\(run.output)")
      #expect(run.output.lowercased().contains("location: https://localhost:\(port)/"), "\(run.output)")
    }
  }

  /// libwebsockets itself would accept this WebSocket handshake without TLS on the TLS port.
  @Test func aSocketInPlainTextIsClosed() async throws {
    try await withTLSServer { port, _ throws in
      #expect(throws: TestError.self) { try WebSocketClient.open(on: RawSocket(port: port)) }
    }
  }
}
