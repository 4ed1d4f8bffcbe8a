import Foundation
import TestSupport
import Testing

@testable import SnippetCatalog

@Suite(.timeLimit(.minutes(5))) struct SnippetServerTests {
  private static let list = "https://list.example/snippets"
  private static let socket = "wss://list.example/changes"

  private let transport = FakeTransport()
  private let clock = TestClock()
  private let log = LogRecorder()

  private func server(
    origins: SnippetOrigins = ["https://shop.example"], limits: SnippetLimits = SnippetLimits()
  ) throws -> SnippetServer {
    SnippetServer(
      try #require(URL(string: Self.list)), headers: ["Authorization": "Bearer secret"], origins: origins,
      transport: transport, limits: limits, logger: log.logger, clock: clock, jitter: { 1 })
  }

  /// Answers with a list of snippets whose targets are paths of this server.
  private func answer(_ ids: String..., listenOn: String? = nil, date: String? = nil) {
    let snippets = ids.map { #"{ "id": "\#($0)", "target": "/\#($0)" }"# }.joined(separator: ",")
    let listen = listenOn.map { #""listenOn": "\#($0)","# } ?? ""
    transport.answer(
      Self.list, "{\(listen) \"snippets\": [\(snippets)] }", headers: date.map { [("Date", $0)] } ?? [])
  }

  private func snippets(_ text: String) {
    transport.answer(Self.list, "{ \"snippets\": [\(text)] }")
  }

  @Test("A11: the list, with the server's time, and no socket")
  func loading() async throws {
    answer("a", "b", date: "Thu, 01 Jan 1970 00:16:40 GMT")
    let reports = Reports(of: try server())
    #expect(
      await reports.next()
        == .list(
          [Snippet(id: "a", target: "/a"), Snippet(id: "b", target: "/b")],
          serverTime: Date(timeIntervalSince1970: 1000)))
    #expect(await reports.end() == [])
    #expect(transport.requests == [.init(url: Self.list, headers: ["Authorization": "Bearer secret"])])
  }

  @Test("A8: once the socket is open the list is loaded again")
  func connecting() async throws {
    answer("a", listenOn: Self.socket)
    let reports = Reports(of: try server())
    #expect(await reports.nextList() == ["a"])
    #expect(await reports.nextList() == ["a"])
    #expect(transport.requests.map(\.url) == [Self.list, Self.socket, Self.list])
    #expect(await reports.end() == [])
  }

  @Test("A9: the socket ends, three seconds, the list, the socket, the list")
  func reconnecting() async throws {
    answer("a", listenOn: Self.socket)
    let reports = Reports(of: try server())
    _ = await reports.nextList()
    _ = await reports.nextList()
    answer("b", listenOn: "wss://list.example/elsewhere")
    transport.socket(Self.socket)?.finish(throwing: FakeTransport.NoAnswer())
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(2999))
    #expect(clock.isAwaited)
    #expect(transport.requests.count == 3)
    clock.advance(by: .milliseconds(1))
    #expect(await reports.nextList() == ["b"])
    #expect(await reports.nextList() == ["b"])
    #expect(
      transport.requests.map(\.url).suffix(3) == [Self.list, "wss://list.example/elsewhere", Self.list])
    #expect(await reports.end() == [])
  }

  @Test("A10: created and deleted load the list")
  func messages() async throws {
    answer("a", listenOn: Self.socket)
    let reports = Reports(of: try server())
    _ = await reports.nextList()
    _ = await reports.nextList()
    answer("a", "b", listenOn: Self.socket)
    transport.socket(Self.socket)?.yield(#"{ "type": "snippetCreated", "data": { "id": "b" } }"#)
    #expect(await reports.nextList() == ["a", "b"])
    answer("b", listenOn: Self.socket)
    transport.socket(Self.socket)?.yield(#"{ "type": "snippetDeleted", "data": { "id": "a" } }"#)
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(250))
    #expect(await reports.nextList() == ["b"])
    #expect(await reports.end() == [])
  }

  @Test("A12: updated replaces one; what cannot be read is skipped and told")
  func updates() async throws {
    answer("a", listenOn: Self.socket)
    let reports = Reports(of: try server())
    _ = await reports.nextList()
    _ = await reports.nextList()
    let socket = try #require(transport.socket(Self.socket))
    socket.yield("nonsense")
    socket.yield(#"{ "type": "snippetMoved" }"#)
    socket.yield(#"{ "type": "snippetUpdated", "data": { "id": "a", "target": 7 } }"#)
    socket.yield(#"{ "type": "snippetUpdated", "data": { "id": "a", "target": "/new" } }"#)
    #expect(await reports.next() == .updated(Snippet(id: "a", target: "/new")))
    #expect(await reports.end() == [])
    #expect(log.lines.count == 3)
    #expect(
      log.lines.last
        == "skipped a message about snippets "
        + "reason=\(Self.socket): snippet \"a\", target: It is not a text.")
  }

  @Test("A6: a list that fails leaves the last one, and is tried again")
  func failing() async throws {
    transport.answer(Self.list, "", status: 401)
    let reports = Reports(of: try server())
    #expect(await log.next()?.contains("responded with status 401.") == true)
    transport.answer(Self.list, "{ \"snippets\": [,] }")
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    #expect(await log.next()?.contains("\(Self.list), line 1, column 16: Expected a value.") == true)
    answer("a")
    await clock.sleepers(1)
    clock.advance(by: .seconds(2))
    #expect(await reports.nextList() == ["a"])
    #expect(await reports.end() == [])
  }

  @Test("A7: a forced refresh empties the list and loads it")
  func forcedRefresh() async throws {
    answer("a")
    let server = try server()
    let reports = Reports(of: server)
    _ = await reports.nextList()
    server.forceRefresh()
    #expect(await reports.next() == .emptied)
    #expect(await reports.nextList() == ["a"])
    #expect(await reports.end() == [])
  }

  @Test func aListThatDoesNotAnswerIsGivenUp() async throws {
    transport.hold(Self.list)
    let reports = Reports(of: try server())
    _ = await transport.next()
    await clock.sleepers(1)
    clock.advance(by: .seconds(60))
    #expect(await log.next()?.contains("did not respond within 60.0 seconds.") == true)
    #expect(await reports.end() == [])
  }

  @Test("Targets and resources of other origins are refused, with a line that names snippet and origin")
  func origins() async throws {
    snippets(
      """
      { "id": "own", "target": "/own" },
      { "id": "remote", "target": "remote://shop/" },
      { "id": "shop", "target": "https://shop.example/", "dynamicResources": [
        { "url": "https://shop.example/a.css", "contentType": "text/css" },
        { "url": "https://evil.example/a.js", "contentType": "text/javascript" },
        { "text": "evil()", "contentType": "text/javascript" }], "overrides": [{ "js": "evil()" }] },
      { "id": "evil", "target": "https://evil.example:8443/" },
      { "id": "list", "target": "https://list.example/" },
      { "id": "html", "target": "<script>evil()</script>" }
      """)
    let reports = Reports(of: try server())
    guard case .list(let snippets, _)? = await reports.next() else {
      Issue.record("no list")
      return
    }
    #expect(snippets.map(\.id) == ["own", "remote", "shop"])
    #expect(snippets.last?.dynamicResources?.count == 1)
    #expect(snippets.last?.overrides == nil)
    let refused = "refused a snippet or a part of it: add its origin to `origins:` of the list"
    #expect(
      log.lines == [
        "\(refused) field=dynamicResources origin=https://evil.example snippet=shop",
        "\(refused) field=dynamicResources origin=https://list.example snippet=shop",
        "\(refused) field=overrides origin=https://list.example snippet=shop",
        "\(refused) field=target origin=https://evil.example:8443 snippet=evil",
        "\(refused) field=target origin=https://list.example snippet=list",
        "\(refused) field=target origin=https://list.example snippet=html",
      ])
    #expect(await reports.end() == [])
  }

  /// A template does not escape the values of props, so they could contain scripts.
  @Test(arguments: [false, true]) func onlyAnAdmittedListFillsInTemplates(isAdmitted: Bool) async throws {
    snippets(
      """
      { "id": "a", "target": "/own", "engine": "mustache", "props": { "title": "<script>evil()</script>" },
        "headers": { "X-User": "admin" } },
      { "id": "b", "target": "/own", "engine": "mustache" }
      """)
    let origins = try SnippetOrigins(parsing: isAdmitted ? ["https://list.example"] : [])
    let reports = Reports(of: try server(origins: origins))
    guard case .list(let snippets, _)? = await reports.next() else {
      Issue.record("no list")
      return
    }
    #expect(snippets.map(\.engine) == [isAdmitted ? .mustache : nil, .mustache])
    #expect(snippets.first?.headers == (isAdmitted ? ["X-User": "admin"] : nil))
    // The props stay, because the program may read them.
    #expect(snippets.first?.props?["title"] != nil)
    #expect(log.lines.count == (isAdmitted ? 0 : 2))
    _ = await reports.end()
  }

  @Test func anUpdateToAnotherOriginIsRefused() async throws {
    answer("a", listenOn: Self.socket)
    let reports = Reports(of: try server())
    _ = await reports.nextList()
    _ = await reports.nextList()
    transport.socket(Self.socket)?
      .yield(#"{ "type": "snippetUpdated", "data": { "id": "a", "target": "https://evil.example/" } }"#)
    #expect(await log.next()?.contains("origin=https://evil.example snippet=a") == true)
    #expect(await reports.end() == [])
  }

  @Test(arguments: ["wss://evil.example/", "https://list.example/changes", "ws://list.example/changes"])
  func otherSocketsAreRefused(address: String) async throws {
    answer("a", listenOn: address)
    let reports = Reports(of: try server())
    #expect(await reports.nextList() == ["a"])
    #expect(await log.next()?.contains("cannot listen for changes of snippets") == true)
    #expect(await reports.end() == [])
    #expect(transport.requests.count == 1)
  }

  @Test func theSocketOfAnotherOriginGetsNoHeaders() async throws {
    answer("a", listenOn: "wss://shop.example/changes")
    let reports = Reports(of: try server())
    _ = await reports.nextList()
    _ = await reports.nextList()
    #expect(transport.requests.dropFirst().first == .init(url: "wss://shop.example/changes"))
    #expect(await reports.end() == [])
  }

  @Test func redirectsOfTheListStayAmongTheOrigins() async throws {
    transport.redirect(Self.list, to: "https://evil.example/snippets")
    let reports = Reports(of: try server())
    #expect(await log.next()?.contains("leads to https://evil.example, which is not an allowed origin.") == true)
    transport.redirect(Self.list, to: "https://shop.example/snippets")
    transport.answer("https://shop.example/snippets", #"{ "snippets": [{ "id": "a", "target": "/" }] }"#)
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    #expect(await reports.nextList() == ["a"])
    // The request after the redirect has no token, because the token is sent only to the server of the list's URL.
    #expect(transport.requests.last == .init(url: "https://shop.example/snippets"))
    #expect(await reports.end() == [])
  }

  @Test func whatIsTooMuchIsRefused() async throws {
    var limits = SnippetLimits()
    limits.snippets = 1
    limits.messageBytes = 20
    answer("a", "b", listenOn: Self.socket)
    let reports = Reports(of: try server(limits: limits))
    #expect(await log.next()?.contains("The list has 2 snippets; the limit is 1.") == true)
    answer("a", listenOn: Self.socket)
    await clock.sleepers(1)
    clock.advance(by: .seconds(1))
    _ = await reports.nextList()
    _ = await reports.nextList()
    transport.socket(Self.socket)?.yield(#"{ "type": "snippetCreated" }"#)
    #expect(await log.next()?.contains("The message has more than 20 bytes.") == true)
    #expect(await reports.end() == [])
  }
}
