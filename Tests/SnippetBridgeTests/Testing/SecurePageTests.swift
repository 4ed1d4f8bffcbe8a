import Foundation
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// Test pages of servers with TLS, client certificates or a token, over real sockets.
@Suite(.timeLimit(.minutes(5))) struct SecurePageTests {
  private let token = "open-sesame_0123456789"
  private let files = CertificateFiles()

  /// Runs a server with its own development certificate.
  private func run(
    configure: (inout BridgeConfiguration) -> Void = { _ in }, _ body: (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.run(
      configure: {
        $0.tls = .selfSigned(folder: files.path("server"))
        configure(&$0)
      }, body)
  }

  private func use(_ test: TestServer, _ access: PageAccess) async throws {
    let page = try await TestPage.open(test.url, access: access)
    #expect(try await page.call("addingOne", 1) == 2)
    #expect(try await page.ask("addingOne", 2).value() == 3)
    await page.close()
  }

  private func refusal(_ test: TestServer, _ access: PageAccess = PageAccess()) async -> TestPageError? {
    await #expect(throws: TestPageError.self) { try await use(test, access) }
  }

  private var trusting: PageAccess { PageAccess(trust: .certificates(file: files.path("server/localhost.crt"))) }

  // MARK: The server's certificate

  @Test func aServersCertificateIsTrusted() async throws {
    try await run { test async throws in
      #expect(test.url.scheme == "https")
      try await use(test, trusting)
      try await use(test, PageAccess(trust: .anyone))
    }
  }

  @Test func aLargeMessageArrivesOverTLSAndTheConnectionCanBeCut() async throws {
    try await run { test async throws in
      let page = try await TestPage.open(test.url, access: trusting)
      let text = String(repeating: "0123456789abcdef", count: 1 << 16)
      let answer = try await page.ask("echo", text, as: String.self)
      #expect(try await answer.value() == text)
      #expect(try await page.call("echo", text) == text)
      await page.cut()
      let later = try await page.ask("addingOne", 1, as: Int.self)
      try await page.connect()
      #expect(try await later.value() == 2)
      await page.close()
    }
  }

  /// A proxy cannot read TLS traffic and can only cut it.
  @Test func aPageComesBackOverTLSThroughAProxy() async throws {
    try await run { test async throws in
      let proxy = try UnreliableProxy(to: test.url)
      let page = try await TestPage.open(proxy.url, access: trusting, reconnects: true)
      #expect(try await page.call("run") == 1)
      proxy.cutAll()
      #expect(try await page.ask("run", as: Int.self).value() == 2)
      #expect(try await page.call("run") == 3)
      await page.close()
    }
  }

  @Test func othersAreNot() async throws {
    try files.makeAuthority("theirs")
    try await run { test async throws in
      for trust in [PageAccess.Trust.system, .certificates(file: files.path("theirs.crt"))] {
        let error = await refusal(test, PageAccess(trust: trust))
        guard case .handshake(let reason) = error else {
          Issue.record("\(trust): \(String(describing: error))"); continue
        }
        #expect(reason.contains("not trusted"))
      }
      let missing = await refusal(test, PageAccess(trust: .certificates(file: files.path("none.crt"))))
      guard case .handshake(let reason) = missing else { Issue.record("\(String(describing: missing))"); return }
      #expect(reason.contains("none.crt"))
    }
  }

  /// The certificate is valid, but for another host.
  @Test func aCertificateForAnotherHostIsNot() async throws {
    try files.makeAuthority("ours")
    try files.make("elsewhere", signedBy: "ours", extensions: "subjectAltName=DNS:elsewhere.test,IP:127.0.0.2")
    try files.make("here", signedBy: "ours", extensions: "subjectAltName=DNS:localhost")
    for (name, host) in [
      ("elsewhere", "127.0.0.1"), ("elsewhere", "localhost"), ("here", "127.0.0.1"), ("here", "localhost"),
    ] {
      try await TestServer.run(configure: {
        $0.tls = .files(certificate: files.path("\(name).crt"), key: files.path("\(name).key"))
      }) { test async throws in
        let url = try #require(URL(string: "https://\(host):\(test.url.port ?? 0)/"))
        let open = {
          try await TestPage.open(url, access: PageAccess(trust: .certificates(file: files.path("ours.crt"))))
        }
        if (name, host) == ("here", "localhost") {
          let page = try await open()
          await page.close()
        } else {
          let error = await #expect(throws: TestPageError.self, "\(name), \(host)") { _ = try await open() }
          guard case .handshake = error else { Issue.record("\(String(describing: error))"); return }
        }
      }
    }
  }

  @Test func plainTextIsNotTLS() async throws {
    try await TestServer.run { test async throws in
      let url = try #require(URL(string: test.url.absoluteString.replacing("http:", with: "https:")))
      let error = await #expect(throws: TestPageError.self) { _ = try await TestPage.open(url) }
      guard case .handshake = error else { Issue.record("\(String(describing: error))"); return }
    }
  }

  // MARK: The page's certificate

  @Test func aPagesCertificateLetsItIn() async throws {
    for name in ["ours", "theirs"] { try files.makeAuthority(name) }
    try files.make("kiosk", signedBy: "ours", extensions: "extendedKeyUsage=clientAuth")
    try files.make("stranger", signedBy: "theirs", extensions: "extendedKeyUsage=clientAuth")
    try await run(configure: { $0.clientAuthority = files.path("ours.crt") }) { test async throws in
      var access = trusting
      func show(_ name: String, key: String? = nil) {
        access.certificate = .init(file: files.path("\(name).crt"), keyFile: files.path("\(key ?? name).key"))
      }
      show("kiosk")
      try await use(test, access)
      let page = try await TestPage.open(test.url, access: access)
      #expect(test.server.webViews.last?.client?.certificateSubject == "CN=kiosk")
      await page.close()
      access.certificate = nil
      #expect(isRefused(await refusal(test, access)))
      show("stranger")
      #expect(isRefused(await refusal(test, access)))
      for (name, key) in [("kiosk", "stranger"), ("kiosk", "none"), ("none", "kiosk")] {
        show(name, key: key)
        let error = await refusal(test, access)
        guard case .handshake(let reason) = error else { Issue.record("\(String(describing: error))"); continue }
        #expect(reason.contains("\(files.path("\(name).crt"))") || reason.contains("\(files.path("\(key).key"))"))
      }
      show("kiosk")
      try await use(test, access)
    }
  }

  /// Returns whether the handshake failed. With TLS 1.3, the client completes the handshake before the server has
  /// checked the certificate.
  private func isRefused(_ error: TestPageError?) -> Bool {
    if case .handshake = error { true } else { false }
  }

  // MARK: The token

  @Test(arguments: [false, true]) func theTokenLetsIn(isSecure: Bool) async throws {
    try await run(configure: {
      $0.token = AccessToken(token)
      if !isSecure { $0.tls = .off }
    }) { test async throws in
      var access = trusting
      #expect(await refusal(test, access) == .status(401, body: "This server requires its token.\n"))
      access.token = "wrong-wrong-wrong-wrong"
      let wrong = await refusal(test, access)
      guard case .status(401, let body) = wrong else { Issue.record("\(String(describing: wrong))"); return }
      #expect(body.contains("not the server's token"))
      access.token = token
      try await use(test, access)

      // Another tab of the same browser no longer sends the token, and neither does a navigation.
      let page = try await TestPage.open(test.url, access: access)
      access.token = nil
      let other = try await TestPage.open(test.url, access: access, cookie: await page.sessionCookie)
      #expect(try await other.follow("/index.html"))
      #expect(try await other.call("addingOne", 1) == 2)
      await other.close()
      await page.cut()
      try await page.connect()
      #expect(try await page.call("addingOne", 2) == 3)
      await page.close()
    }
  }

  @Test func withTestPageIsLetIn() async throws {
    try await withTestPage(
      configure: {
        $0.tls = .selfSigned(folder: files.path("server"))
        $0.token = AccessToken(token)
      },
      prepare: { $0.addInterface(Fixture(), by: nil) }
    ) { page, server async throws in
      #expect(try await server.url().scheme == "https")
      #expect(try await page.call("addingOne", 1) == 2)
    }
  }
}
