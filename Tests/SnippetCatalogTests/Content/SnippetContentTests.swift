import Foundation
import Testing

@testable import SnippetCatalog

@Suite(.timeLimit(.minutes(5))) struct SnippetContentTests {
  private func content(_ snippet: Snippet) -> SnippetContent {
    SnippetContent(snippet, renderer: SnippetRenderer(builtIns: [:]))
  }

  private func page(_ html: String) -> SnippetContent.Page { .init(html: html, url: nil) }

  @Test("A15: resources are fetched once the page has come, all at once")
  func resourcesComeLater() throws {
    var content = content(
      Snippet(
        id: "a", target: "/a", headers: ["A": "b"],
        dynamicResources: [
          .init(.css, .at(.path("/1.css"))), .init(.js, .text("2")), .init(.css, .at(.path("/3.css"))),
          .init(.css, .at(.path("/empty.css"))),
        ], overrides: [.css("4")]))
    #expect(content.open() == [.fetchPage(.path("/a"), headers: ["A": "b"], download: 1)])
    #expect(content.state == .loading(cached: nil))
    let url = URL(string: "http://localhost/b")
    #expect(
      content.fetched("<head></head>", from: url, download: 1)
        == [.fetchResources([.path("/1.css"), .path("/3.css"), .path("/empty.css")], download: 1)])
    #expect(!content.isReady)
    #expect(content.fetched(["1", "3", ""], download: 1) == [])
    #expect(content.isReady)
    #expect(
      content.state
        == .loaded(
          .init(
            html: "<head><style>1</style><script>var tws_injected = true;</script><script>2</script>"
              + "<style>3</style><style>4</style></head>", url: url)))
  }

  @Test("A14: what is there or on its way is not fetched again")
  func onceOnly() {
    var content = content(Snippet(id: "a", target: "/a"))
    #expect(content.open().count == 1)
    #expect(content.open() == [])
    #expect(content.reload() == [])
    #expect(content.fetched("page", from: nil, download: 1) == [])
    #expect(content.open() == [])
    #expect(content.state == .loaded(page("page")))
  }

  @Test("A16: a download, a second one that is cancelled, a third")
  func cancelling() {
    var content = content(Snippet(id: "a", target: "/a"))
    _ = content.open()
    _ = content.fetched("1", from: nil, download: 1)
    #expect(content.state == .loaded(page("1")))
    #expect(content.reload() == [.fetchPage(.path("/a"), headers: [:], download: 2)])
    #expect(content.state == .loading(cached: page("1")))
    #expect(content.cancel() == [.cancel(download: 2)])
    #expect(content.state == .cancelled(cached: page("1")))
    #expect(content.cancel() == [])
    #expect(content.reload() == [.fetchPage(.path("/a"), headers: [:], download: 3)])
    #expect(content.state == .loading(cached: page("1")))
    // Results of cancelled downloads are ignored.
    #expect(content.fetched("2", from: nil, download: 2) == [])
    #expect(content.failed(SnippetFailure(.late, ""), download: 2) == [])
    #expect(content.state == .loading(cached: page("1")))
    _ = content.fetched("3", from: nil, download: 3)
    #expect(content.state == .loaded(page("3")))
  }

  @Test("A17: a page from memory goes the same way")
  func fromMemory() {
    var content = content(
      Snippet(
        id: "a", target: "<p>{{b}}</p>", props: ["b": 5], engine: .mustache,
        dynamicResources: [.init(.css, .at(.path("/a.css")))]))
    #expect(content.open() == [.fetchResources([.path("/a.css")], download: 1)])
    #expect(content.state == .loading(cached: nil))
    _ = content.fetched(["c"], download: 1)
    #expect(content.state == .loaded(page("<p>5</p><style>c</style>")))
    var plain = self.content(Snippet(id: "a", target: "<p></p>"))
    #expect(plain.open() == [])
    #expect(plain.state == .loaded(page("<p></p>")))
  }

  @Test("A12: after an update the new target is fetched when it is opened next")
  func update() {
    var content = content(Snippet(id: "a", target: "/old"))
    _ = content.open()
    _ = content.fetched("old", from: nil, download: 1)
    #expect(content.replace(with: Snippet(id: "a", target: "/new")) == [])
    #expect(!content.isReady)
    #expect(content.open() == [.fetchPage(.path("/new"), headers: [:], download: 2)])
    #expect(content.state == .loading(cached: page("old")))
  }

  @Test func anUpdateDuringADownloadBeginsAgain() {
    var content = content(Snippet(id: "a", target: "/old"))
    _ = content.open()
    #expect(
      content.replace(with: Snippet(id: "a", target: "/new"))
        == [.cancel(download: 1), .fetchPage(.path("/new"), headers: [:], download: 2)])
    #expect(content.fetched("old", from: nil, download: 1) == [])
    _ = content.fetched("new", from: nil, download: 2)
    #expect(content.state == .loaded(page("new")))
  }

  @Test("B2: a failure is shown, and a reload recovers")
  func failure() {
    var content = content(Snippet(id: "a", target: "/a"))
    let failure = SnippetFailure(.status, "404", status: 404)
    _ = content.open()
    _ = content.failed(failure, download: 1)
    #expect(content.state == .failed(failure))
    #expect(content.isReady)
    #expect(content.open() == [])
    #expect(content.reload() == [.fetchPage(.path("/a"), headers: [:], download: 2)])
    #expect(content.state == .loading(cached: nil))
    _ = content.fetched("a", from: nil, download: 2)
    #expect(content.state == .loaded(page("a")))
  }

  @Test func aTemplateThatFailsIsAPageWithAWarning() {
    var content = content(Snippet(id: "a", target: "<p>{{#a}}</p>", engine: .mustache))
    _ = content.open()
    #expect(
      content.state
        == .loaded(.init(html: "<p>{{#a}}</p>", url: nil, warning: "The section \"a\" is not closed.")))
  }
}
