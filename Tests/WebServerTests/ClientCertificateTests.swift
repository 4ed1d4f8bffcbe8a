import Glibc
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// A server that requires client certificates, tested with curl and raw sockets.
@Suite(.serialized, .ownThreads, .timeLimit(.minutes(5))) struct ClientCertificateTests {
  private let certificates = ClientCertificates()

  private func withGuardedServer(
    _ body: @escaping @Sendable (_ curl: @escaping @Sendable ([String]) throws -> Command, _ port: Int) throws -> Void
  ) async throws {
    try certificates.makeAuthority("ours")
    var tls = try SelfSignedCertificate.ensure(in: certificates.path("server"))
    let server = tls.certificateFile
    tls.clientAuthorityFile = certificates.path("ours.crt")
    try await withServer(change: { $0.listeners[0].tls = tls }) { port in
      try body(
        { more in
          try Command(["curl", "-sS", "--max-time", "20", "--cacert", server, "https://127.0.0.1:\(port)/a"] + more)
        }, port)
    }
  }

  private func credentials(_ name: String) -> [String] {
    ["--cert", certificates.path("\(name).crt"), "--key", certificates.path("\(name).key")]
  }

  @Test(arguments: ["--tls-max 1.2", "--tlsv1.3"])
  func aCertificateOfTheAuthorityLetsIn(version: String) async throws {
    try await withGuardedServer { curl, _ in
      try certificates.make("kiosk", signedBy: "ours")
      let run = try curl(credentials("kiosk") + version.split(separator: " ").map(String.init))
      #expect(run.output == "GET /a - 0")
    }
  }

  @Test func othersAreRefused() async throws {
    try await withGuardedServer { curl, _ in
      #expect(try curl([]).status != 0, "without a certificate")

      try certificates.makeAuthority("theirs")
      try certificates.make("stranger", signedBy: "theirs")
      try certificates.make("late", signedBy: "ours", days: -1)
      try certificates.make("server", signedBy: "ours", use: "serverAuth")
      for name in ["stranger", "theirs", "late", "server"] {
        let run = try curl(credentials(name))
        #expect(run.status != 0 && !run.output.contains("GET"), "\(name): \(run.output)")
      }
      // A certificate is public, and only its key is secret. So the certificate with another key must not be accepted.
      try certificates.make("kiosk", signedBy: "ours")
      let stolen = try curl([
        "--cert", certificates.path("kiosk.crt"), "--key", certificates.path("stranger.key"),
      ])
      #expect(stolen.status != 0)
      // The server still works.
      #expect(try curl(credentials("kiosk")).output == "GET /a - 0")
    }
  }

  /// With session resumption, a client does not present its certificate again, so the server would admit a client whose
  /// certificate has expired in between. Therefore the server resumes no session.
  @Test(arguments: ["-tls1_2", "-tls1_3"]) func noSessionIsResumed(version: String) async throws {
    try await withGuardedServer { _, port in
      try certificates.make("kiosk", signedBy: "ours")
      func get(_ more: [String]) throws -> String {
        let client = "openssl s_client -connect 127.0.0.1:\(port) \(version) -ign_eof " + more.joined(separator: " ")
        let request = #"printf 'GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'"#
        return try Command("sh", "-c", "\(request) | timeout 20 \(client)").output
      }
      let session = certificates.path("session")
      let own = ["-cert", certificates.path("kiosk.crt"), "-key", certificates.path("kiosk.key")]
      #expect(try get(own + ["-sess_out", session]).contains("GET /a - 0"))
      // If the server sends no session tickets, openssl stores no session.
      if Glibc.access(session, F_OK) == 0 {
        let again = try get(["-sess_in", session])
        #expect(!again.contains("GET /a - 0") && !again.contains("Reused"))
      }
    }
  }

  /// libwebsockets stores in each TLS session which connection it belongs to, under an index that it keeps in a global
  /// variable. If starting another server changed this index, a handshake in progress would not find its connection.
  @Test func aServerThatStartsDuringAHandshakeHarmsNobody() async throws {
    try certificates.makeAuthority("ours")
    try certificates.make("kiosk", signedBy: "ours")
    let plain = try SelfSignedCertificate.ensure(in: certificates.path("server"))
    var tls = plain
    tls.clientAuthorityFile = certificates.path("ours.crt")
    let server = makeServer { $0.listeners[0].tls = tls }
    let port = try #require(try await server.start().first)
    let arguments = ["curl", "-sS", "--max-time", "20", "--cacert", plain.certificateFile] + credentials("kiosk")
    let relay = try await blocking {
      let early = try RawSocket(port: port)
      // The server accepts connections in order. When this request is answered, it has created a TLS session for the
      // connection `early`.
      #expect(try Command(arguments + ["https://127.0.0.1:\(port)/first"]).output == "GET /first - 0")
      return try Relay(to: early)
    }
    try await withServer(change: { $0.listeners[0].tls = plain }) { _ throws in
      #expect(try Command(arguments + ["https://127.0.0.1:\(relay.port)/early"]).output == "GET /early - 0")
    }
    await server.stop(within: .seconds(5))
  }

  /// The TLS port answers requests without TLS only with a redirect. It neither runs the handler nor upgrades the
  /// connection.
  @Test(arguments: [
    "GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx",
    "GET /_bridge/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: snippetbridge.1\r\n\r\n",
  ])
  func plainTextGetsNothing(request: String) async throws {
    try await withGuardedServer { _, port in
      let socket = try RawSocket(port: port)
      try socket.send(request)
      if request.contains("Upgrade") {
        #expect(try socket.readToEnd().isEmpty)
      } else {
        #expect(try socket.readHead().hasPrefix("HTTP/1.1 301 "))
      }
    }
  }

  @Test func anAuthorityThatCannotBeReadIsNamed() throws {
    var tls = try SelfSignedCertificate.ensure(in: certificates.path("server"))
    tls.clientAuthorityFile = certificates.path("none.crt")
    let missing = #expect(throws: WebServerError.self) { try tls.validate() }
    #expect(missing?.code == .certificateUnreadable && missing?.description.contains("none.crt") == true)
    tls.clientAuthorityFile = tls.keyFile
    let notOne = #expect(throws: WebServerError.self) { try tls.validate() }
    #expect(notOne?.code == .certificateNotPEM && notOne?.description.contains(tls.keyFile) == true)
  }
}
