import Foundation
import TestSupport
import Testing

@testable import SnippetCatalog

@Suite(.timeLimit(.minutes(5))) struct SnippetPagesTests {
  private static let base = "http://localhost:8080"

  private let transport = FakeTransport()
  private let clock = TestClock()
  private let log = LogRecorder()

  private func pages(origins: SnippetOrigins = []) -> SnippetPages {
    SnippetPages(
      transport: transport, origins: origins, renderer: SnippetRenderer(builtIns: [:]), logger: log.logger,
      clock: clock
    ) { address in
      switch address {
      case .path(let path): URL(string: Self.base + path)
      case .url(let url): url
      case .remote: nil
      }
    }
  }

  private func list(_ snippets: Snippet...) -> SnippetList {
    var list = SnippetList()
    _ = list.apply(.list(snippets), at: Date())
    return list
  }

  /// Returns the page's HTML, or a description of the failure, when the download has ended.
  private func end(_ states: AsyncStream<SnippetContent.State>) async -> String? {
    for await state in states {
      switch state {
      case .loaded(let page): return page.html
      case .failed(let failure): return failure.description
      case .cancelled: return "cancelled"
      case .idle, .loading: break
      }
    }
    return nil
  }

  @Test("A14: opening a snippet fetches that one, once for all who show it")
  func opening() async throws {
    let entries = list(Snippet(id: "a", target: "/a"), Snippet(id: "b", target: "/b")).visible
    transport.answer("\(Self.base)/a", "page")
    transport.hold("\(Self.base)/a")
    let pages = pages()
    let first = await pages.open(entries[0])
    let second = await pages.open(entries[0])
    transport.release("\(Self.base)/a")
    #expect(await end(first) == "page")
    #expect(await end(second) == "page")
    #expect(await end(await pages.open(entries[0])) == "page")
    #expect(transport.requests == [.init(url: "\(Self.base)/a")])
  }

  @Test("A15: resources are asked for once the page has come, without its headers")
  func resources() async throws {
    let entry = list(
      Snippet(
        id: "a", target: "/a", headers: ["A": "b"],
        dynamicResources: [.init(.css, .at(.path("/1"))), .init(.css, .at(.path("/2")))])
    ).visible[0]
    for name in ["a", "1", "2"] { transport.answer("\(Self.base)/\(name)", name) }
    transport.hold("\(Self.base)/a")
    transport.hold("\(Self.base)/1")
    let states = await pages().open(entry)
    #expect(await transport.next() == .init(url: "\(Self.base)/a", headers: ["A": "b"]))
    #expect(transport.requests.count == 1)
    transport.release("\(Self.base)/a")
    // Both requests are sent at once: the second one does not wait for the first, which is held.
    let two = [await transport.next()?.url, await transport.next()?.url]
    #expect(Set(two) == ["\(Self.base)/1", "\(Self.base)/2"])
    transport.release("\(Self.base)/1")
    #expect(await end(states) == "a<style>1</style><style>2</style>")
    #expect(transport.requests.map(\.headers.isEmpty) == [false, true, true])
  }

  @Test func aResourceThatFailsFailsAll() async throws {
    let entry = list(
      Snippet(id: "a", target: "<p></p>", dynamicResources: [.init(.css, .at(.path("/1")))])
    ).visible[0]
    transport.answer("\(Self.base)/1", "", status: 404)
    let states = await pages().open(entry)
    #expect(await end(states) == "http://localhost:8080/1 responded with status 404.")
    #expect(log.lines.count == 1)
  }

  @Test("A16, A17: cancelled, and opened again", arguments: ["/a", "http://localhost:8080/a"] as [Snippet.Target])
  func cancelling(target: Snippet.Target) async throws {
    let entry = list(Snippet(id: "a", target: target)).visible[0]
    transport.answer("\(Self.base)/a", "page")
    transport.hold("\(Self.base)/a")
    let pages = pages()
    let states = await pages.open(entry)
    _ = await transport.next()
    await pages.cancel("a")
    #expect(await end(states) == "cancelled")
    transport.release("\(Self.base)/a")
    #expect(await end(await pages.open(entry)) == "page")
  }

  @Test("A12: an update is fetched anew for those who show it")
  func update() async throws {
    var list = list(Snippet(id: "a", target: "/a"), Snippet(id: "b", target: "/b"))
    transport.answer("\(Self.base)/a", "old")
    transport.answer("\(Self.base)/new", "new")
    let pages = pages()
    let states = await pages.open(list.visible[0])
    #expect(await end(states) == "old")
    await pages.apply(list.apply(.updated(Snippet(id: "a", target: "/new")), at: Date()))
    #expect(await end(states) == "new")
    #expect(transport.requests.map(\.url) == ["\(Self.base)/a", "\(Self.base)/new"])
    await pages.apply(list.apply(.list([]), at: Date()))
    #expect(await end(states) == nil)
  }

  @Test("Source defect: of a view's own copy the list's target and props are fetched")
  func copies() async throws {
    var list = list(Snippet(id: "a", target: "/a", props: ["x": 1], engine: .mustache))
    transport.answer("\(Self.base)/a", "a{{x}}")
    transport.answer("\(Self.base)/b", "b{{x}}")
    let pages = pages()
    var copy = list.visible[0].snippet
    copy.target = "/b"
    copy.props = ["x": 2]
    let states = await pages.open(list.visible[0], as: copy)
    #expect(await end(states) == "b2")
    #expect(await end(await pages.open(list.visible[0])) == "a1")
    transport.answer("\(Self.base)/b", "c{{x}}")
    await pages.reload("a", as: copy)
    #expect(await end(states) == "c2")
    // An update to the snippet also reloads the copies of the snippet, because the page may have changed.
    transport.answer("\(Self.base)/b", "d{{x}}")
    await pages.apply(list.apply(.updated(list.visible[0].snippet), at: Date()))
    #expect(await end(states) == "d2")
    await pages.apply(list.apply(.list([]), at: Date()))
    #expect(await end(states) == nil)
  }

  @Test("Copies that nobody shows any more are forgotten", .timeLimit(.minutes(5)))
  func copiesEnd() async throws {
    let entry = list(Snippet(id: "a", target: "<p></p>")).visible[0]
    let pages = pages()
    for number in 0..<10 {
      let copy = Snippet(id: "a", target: .html("<p>\(number)</p>"))
      #expect(await end(await pages.open(entry, as: copy)) == "<p>\(number)</p>")
    }
    #expect(await end(await pages.open(entry)) == "<p></p>")
    while await pages.count > 1, !Task.isCancelled { await Task.yield() }
  }

  @Test("A7: after a forced refresh it is fetched anew")
  func forcedRefresh() async throws {
    var list = list(Snippet(id: "a", target: "/a"))
    transport.answer("\(Self.base)/a", "page")
    let pages = pages()
    let states = await pages.open(list.visible[0])
    #expect(await end(states) == "page")
    _ = list.apply(.emptied, at: Date())
    _ = list.apply(.list([Snippet(id: "a", target: "/a")]), at: Date())
    #expect(await end(await pages.open(list.visible[0])) == "page")
    #expect(await end(states) == nil)
    #expect(transport.requests.count == 2)
  }

  @Test("B2: 404, no answer, no end: an error, and a reload recovers")
  func failures() async throws {
    let entry = list(Snippet(id: "a", target: "/a")).visible[0]
    let pages = pages()
    transport.answer("\(Self.base)/a", "", status: 404)
    let states = await pages.open(entry)
    #expect(await end(states) == "http://localhost:8080/a responded with status 404.")
    transport.answer("\(Self.base)/a", nil)
    await pages.reload("a")
    #expect(await end(states) == "http://localhost:8080/a does not answer: NoAnswer().")
    transport.hold("\(Self.base)/a")
    await pages.reload("a")
    await clock.sleepers(1)
    clock.advance(by: .seconds(60))
    #expect(await end(states) == "http://localhost:8080/a did not respond within 60.0 seconds.")
    transport.release("\(Self.base)/a")
    transport.answer("\(Self.base)/a", "page")
    await pages.reload("a")
    #expect(await end(states) == "page")
  }

  @Test("A20: the cookies of every redirect are there; headers go to the target's origin only")
  func redirects() async throws {
    let entry = list(Snippet(id: "a", target: "/a", headers: ["Authorization": "secret"])).visible[0]
    transport.redirect("\(Self.base)/a", to: "/b", headers: [("Set-Cookie", "1=2"), ("set-cookie", "3=4")])
    transport.redirect("\(Self.base)/b", to: "https://shop.example/c", headers: [("Set-Cookie", "5=6")])
    transport.answer("https://shop.example/c", "page", headers: [("Set-Cookie", "7=8")])
    var loaded: SnippetContent.Page?
    for await state in await pages(origins: ["https://shop.example"]).open(entry) {
      if case .loaded(let page) = state {
        loaded = page
        break
      }
    }
    #expect(loaded?.url?.absoluteString == "https://shop.example/c")
    #expect(loaded?.cookies.map(\.field) == ["1=2", "3=4", "5=6", "7=8"])
    #expect(loaded?.cookies.last?.url.absoluteString == "https://shop.example/c")
    #expect(transport.requests.map(\.headers.isEmpty) == [false, false, true])
  }

  @Test func redirectsToOtherOriginsAndWithoutEndAreRefused() async throws {
    let entry = list(Snippet(id: "a", target: "/a")).visible[0]
    transport.redirect("\(Self.base)/a", to: "https://evil.example/")
    let pages = pages()
    let states = await pages.open(entry)
    #expect(
      await end(states)
        == "http://localhost:8080/a leads to https://evil.example, which is not an allowed origin.")
    #expect(log.lines.first?.contains("snippet=a") == true)
    transport.redirect("\(Self.base)/a", to: "\(Self.base)/a")
    await pages.reload("a")
    #expect(await end(states) == "http://localhost:8080/a redirects more than 10 times.")
    #expect(transport.requests.count == 12)
  }

  @Test func whatIsNoTextIsRefused() async throws {
    let entry = list(Snippet(id: "a", target: "/a")).visible[0]
    transport.answer("\(Self.base)/a", SnippetResponse(status: 200, body: [0xFF, 0xFE]))
    let pages = pages()
    let states = await pages.open(entry)
    #expect(await end(states) == "http://localhost:8080/a is not UTF-8 text.")
    transport.answer("\(Self.base)/a", SnippetResponse(status: 200, body: [0xEF, 0xBB, 0xBF, 0x61]))
    await pages.reload("a")
    #expect(await end(states) == "a")
    #expect(
      await end(await pages.open(list(Snippet(id: "b", target: "remote://b/")).visible[0]))
        == "There is nothing at remote://b/.")
  }

  @Test func aTemplateThatFailsIsLogged() async throws {
    let entry = list(Snippet(id: "a", target: "<p>{{#a}}</p>", engine: .mustache)).visible[0]
    #expect(await end(await pages().open(entry)) == "<p>{{#a}}</p>")
    #expect(
      log.lines == [
        "cannot render the template of a snippet; its page is shown unchanged "
          + "reason=The section \"a\" is not closed. snippet=a"
      ])
  }
}
