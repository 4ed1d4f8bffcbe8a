import Glibc
import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// An upstream server that uses TLS.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct UpstreamTLSTests {
  private let certificates = ClientCertificates()

  private func makeCertificate(_ names: String, days: Int = 30) throws -> TLSConfiguration {
    try certificates.makeAuthority("ours")
    try certificates.makeAuthority("others")
    try certificates.make("upstream", signedBy: "ours", use: "serverAuth", names: names, days: days)
    return TLSConfiguration(
      certificateFile: certificates.path("upstream.crt"), keyFile: certificates.path("upstream.key"))
  }

  private func upstream(_ host: String, _ port: Int, authority: String?) throws -> Upstream {
    try Upstream(
      host: host, port: port, isSecure: true, authorityFile: authority.map { certificates.path("\($0).crt") })
  }

  @Test(arguments: [("localhost", "DNS:localhost"), ("127.0.0.1", "DNS:a,IP:127.0.0.1")])
  func bodiesPassThroughTLS(host: String, names: String) async throws {
    let tls = try makeCertificate(names)
    let handler = TestHandler(answer: { request in
      ServerResponse(.ok, body: .bytes(request.body.isEmpty ? pattern(1_000_000) : request.body))
    })
    let server = makeServer(handler, change: { $0.listeners[0].tls = tls })
    let port = try #require(try await server.start().first)
    try await withForwarding(to: try upstream(host, port, authority: "ours")) { port in
      let socket = try RawSocket(port: port)
      for _ in 0..<3 { #expect(try socket.request("GET", "/").body == pattern(1_000_000)) }
      #expect(try socket.request("POST", "/", body: pattern(2_000_000)).body == pattern(2_000_000))
    }
    await server.stop(within: .seconds(5))
  }

  /// Returns the error text that the client receives if the upstream server's certificate has these names, expires in
  /// `days`, and must be signed by `authority`.
  private func refusal(names: String, days: Int = 30, authority: String? = "ours") async throws -> String {
    // `WebServer` does not start with an expired certificate, so use a handmade server.
    let context = try TLSServerContext(try makeCertificate(names, days: days))
    let server = try HandmadeUpstream { link, _ in
      _ = context.makeSession(on: link.descriptor)?.shakeHands()
      _ = link.waitForEnd()
    }
    let texts = EventQueue<String>()
    try await withForwarding(to: try upstream("localhost", server.port, authority: authority)) { port in
      let response = try RawSocket(port: port).request("GET", "/")
      #expect(response.status == 502)
      texts.add(response.text)
    }
    return try texts.next()
  }

  @Test func certificatesThatAreNotTrustedAreRefusedAndSaidWhy() async throws {
    let prefix = "its certificate is not trusted: "
    #expect(try await refusal(names: "DNS:other.example") == prefix + "hostname mismatch\n")
    #expect(try await refusal(names: "DNS:localhost", days: -1) == prefix + "certificate has expired\n")
    #expect(try await refusal(names: "DNS:localhost", authority: "others").hasPrefix(prefix))
    // With no authority, the system's authorities are used, which do not trust the certificate either.
    #expect(try await refusal(names: "DNS:localhost", authority: nil).hasPrefix(prefix))
  }

  @Test func whoSpeaksNoTLSIsNamed() async throws {
    let upstream = try HandmadeUpstream { link, _ in
      try link.send("HTTP/1.1 400 Bad Request\r\n\r\n")
      link.cut()
    }
    let target = try Upstream(host: "127.0.0.1", port: upstream.port, isSecure: true)
    try await withForwarding(to: target) { port in
      let response = try RawSocket(port: port).request("GET", "/")
      #expect(response.text == "the TLS handshake failed\n")
    }
  }

  @Test func anAuthorityFileThatIsNoneIsNamed() {
    let error = #expect(throws: WebServerError.self) {
      try Upstream(host: "a", port: 1, isSecure: true, authorityFile: "/dev/null/nothing.pem")
    }
    #expect(error?.description.contains("/dev/null/nothing.pem") == true)
  }

  /// OpenSSL would wait for a writer of the named pipe.
  @Test func aPipeIsNoAuthorityFile() throws {
    let pipe = certificates.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let error = #expect(throws: WebServerError.self) {
      try Upstream(host: "a", port: 1, isSecure: true, authorityFile: pipe)
    }
    #expect(error?.description.hasSuffix("cannot load the certificates \(pipe): it is not a file.") == true)
  }
}
