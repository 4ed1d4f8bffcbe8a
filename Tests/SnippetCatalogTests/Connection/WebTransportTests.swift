import DSBridgeLocks
import Foundation
import SnippetBridgeTesting
import SnippetBridgeWebClient
import TestSupport
import Testing
import SnippetShell

@testable import SnippetCatalog

/// Snippets over real sockets. Tests/WebClientTests tests how the client treats misbehaving servers.
@Suite(.timeLimit(.minutes(5))) struct WebTransportTests {
  private let files = CertificateFiles()

  /// Runs a server of this project that serves one page and some routes.
  private func withServer(
    tls: BridgeConfiguration.TLS = .off, _ body: (URL) async throws -> Void
  ) async throws {
    var configuration = BridgeConfiguration(port: 0)
    configuration.documents = MemoryDocuments(["page.html": PageContent("<title>ž</title>")])
    configuration.tls = tls
    let router = Router()
    router.get("moved") { _, _ in Response(status: .found, headers: [.location: "/page.html"]) }
    router.get("header") { request, _ in request.headers[.authorization] ?? "none" }
    let server = try BridgeServer(configuration: configuration, router: router) { _ in }
    try await server.run { try await body(try await server.url()) }
  }

  private func failure(_ body: () async throws -> Void) async -> SnippetFailure? {
    await #expect(throws: SnippetFailure.self) { try await body() }
  }

  @Test func pagesRedirectsAndRoutes() async throws {
    try await withServer { url in
      let transport = WebTransport()
      let page = try await transport.get(url.appending(path: "page.html"), headers: [:], limit: 1000)
      #expect(page.status == 200 && String(decoding: page.body, as: UTF8.self).contains("<title>ž</title>"))
      #expect(page.header("content-type")?.hasPrefix("text/html") == true)
      let moved = try await transport.get(url.appending(path: "moved"), headers: [:], limit: 1000)
      #expect(moved.status == 302 && moved.header("Location") == "/page.html")
      #expect(try await transport.get(url.appending(path: "missing"), headers: [:], limit: 100_000).status == 404)
      let header = try await transport.get(
        url.appending(path: "header"), headers: ["Authorization": "Bearer a"], limit: 8)
      #expect(header.body == Array("Bearer a".utf8))
    }
  }

  @Test func whatFailsIsTold() async throws {
    try await withServer { url in
      let transport = WebTransport()
      let page = url.appending(path: "page.html")
      let tooLarge = await failure { _ = try await transport.get(page, headers: [:], limit: 10) }
      #expect(tooLarge?.kind == .unreadable)
      #expect(tooLarge?.description == "\(page) cannot be read: the body has more than 10 bytes.")
      let header = await failure { _ = try await transport.get(page, headers: ["Host": "a"], limit: 10) }
      #expect(header?.kind == .refused)
      let socket = try #require(URL(string: page.absoluteString.replacing("http:", with: "ws:")))
      let refused = await failure { _ = try await transport.socket(socket, headers: [:], limit: 10) }
      #expect(refused?.kind == .status && refused?.status != nil)
      let wrong = await failure { _ = try await transport.socket(page, headers: [:], limit: 10) }
      #expect(wrong?.kind == .unreachable)
    }
    let upstream = try HandmadeUpstream { _, _ in nil }
    upstream.stop()
    let away = try #require(URL(string: "http://127.0.0.1:\(upstream.port)/"))
    let nobody = await failure { _ = try await WebTransport().get(away, headers: [:], limit: 10) }
    #expect(nobody?.kind == .unreachable && nobody?.description.contains("Connection refused") == true)
    var limits = ClientLimits()
    limits.answering = .milliseconds(100)
    let ended = Signal<Void>()
    let mute = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      if link.waitForEnd() { ended.send() }
    }
    let address = try #require(URL(string: "http://127.0.0.1:\(mute.port)/"))
    var transport = WebTransport()
    transport.limits = limits
    let late = await failure { [transport] in _ = try await transport.get(address, headers: [:], limit: 10) }
    #expect(late?.kind == .late)
    await ended.value()
  }

  // MARK: TLS

  @Test func aCertificateIsTrustedWhenTheProgramSaysSo() async throws {
    try files.makeAuthority("theirs")
    try await withServer(tls: .selfSigned(folder: files.path("server"))) { url in
      let page = url.appending(path: "page.html")
      let own = WebTransport(authorityFile: files.path("server/localhost.crt"))
      #expect(try await own.get(page, headers: [:], limit: 1000).status == 200)
      for transport in [WebTransport(), WebTransport(authorityFile: files.path("theirs.crt"))] {
        let untrusted = await failure { _ = try await transport.get(page, headers: [:], limit: 1000) }
        #expect(untrusted?.kind == .unreachable && untrusted?.description.contains("not trusted") == true)
      }
      let missing = WebTransport(authorityFile: files.path("none.crt"))
      let noFile = await failure { _ = try await missing.get(page, headers: [:], limit: 1000) }
      #expect(noFile?.description.contains("none.crt") == true)
      // Sockets use the same TLS settings as requests. This server refuses the upgrade. That shows that its certificate
      // was trusted.
      let socket = try #require(URL(string: page.absoluteString.replacing("https:", with: "wss:")))
      #expect(await failure { _ = try await own.socket(socket, headers: [:], limit: 10) }?.kind == .status)
      #expect(
        await failure { _ = try await WebTransport().socket(socket, headers: [:], limit: 10) }?.kind == .unreachable)
    }
  }

  @Test func aCertificateIsForItsHost() async throws {
    try files.makeAuthority("ours")
    try files.make("elsewhere", signedBy: "ours", extensions: "subjectAltName=DNS:elsewhere.test,IP:127.0.0.2")
    try files.make("here", signedBy: "ours", extensions: "subjectAltName=IP:127.0.0.1")
    let transport = WebTransport(authorityFile: files.path("ours.crt"))
    for (name, isRight) in [("elsewhere", false), ("here", true)] {
      try await withServer(tls: .files(certificate: files.path("\(name).crt"), key: files.path("\(name).key"))) { url in
        let page = try #require(URL(string: "https://127.0.0.1:\(url.port ?? 0)/page.html"))
        if isRight {
          #expect(try await transport.get(page, headers: [:], limit: 1000).status == 200)
        } else {
          let failure = await failure { _ = try await transport.get(page, headers: [:], limit: 1000) }
          #expect(failure?.description.contains("mismatch") == true)
        }
      }
    }
  }

  // MARK: A list from a real server

  @Test func aListItsChangesAndItsServersReturn() async throws {
    let clock = TestClock()
    let log = LogRecorder()
    let server = try ListServer("a")
    let port = server.port
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/list"))
    let source = SnippetServer(
      url, headers: ["Authorization": "Bearer secret"], origins: [], transport: WebTransport(),
      limits: SnippetLimits(), logger: log.logger, clock: clock, jitter: { 1 })
    let reports = Reports(of: source)
    #expect(
      await reports.next()
        == .list([Snippet(id: "a", target: "/a")], serverTime: Date(timeIntervalSince1970: 1000)))
    #expect(await reports.nextList() == ["a"])
    #expect(
      server.requests.map { $0.headerValue("Authorization") } == ["Bearer secret", "Bearer secret", "Bearer secret"])

    try server.tell(#"{ "type": "snippetUpdated", "data": { "id": "a", "target": "/new" } }"#)
    #expect(await reports.next() == .updated(Snippet(id: "a", target: "/new")))
    server.setList("a", "b")
    try server.tell(#"{ "type": "snippetCreated", "data": { "id": "b" } }"#)
    #expect(await reports.nextList() == ["a", "b"])

    server.stop()
    while await log.next()?.contains("the socket for changes of snippets has failed") == false {}
    // Two timers are pending: the pause after a change to the list, and the pause before the socket is opened again.
    await clock.sleepers(2)
    clock.advance(by: .seconds(3))
    while await log.next()?.contains("cannot load the list of snippets; the last list is kept") == false {}
    await clock.sleepers(1)

    let again = try ListServer(port: port, "c")
    clock.advance(by: .seconds(1))
    #expect(await reports.nextList() == ["c"])
    #expect(await reports.nextList() == ["c"])
    try again.tell(#"{ "type": "snippetUpdated", "data": { "id": "c", "target": "/new" } }"#)
    #expect(await reports.next() == .updated(Snippet(id: "c", target: "/new")))
    #expect(await reports.end() == [])
  }

  /// A program may create a source without a transport.
  @Test func theTransportNeedNotBeNamed() async throws {
    let server = try ListServer("a")
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/list"))
    let reports = Reports(of: SnippetServer(url, origins: []))
    #expect(await reports.nextList() == ["a"])
    #expect(await reports.nextList() == ["a"])
    #expect(await reports.end() == [])
  }
}
