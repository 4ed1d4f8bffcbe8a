import Foundation
import HTTPTypes
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// Tests that documents are served in the same way from a folder, from memory and from a function.
@Suite(.timeLimit(.minutes(5))) struct DocumentTests {
  private static let files = [
    "index.html": "<!doctype html><head><title>start</title>", "guide/index.html": "<title>guide</title>",
    "app.js": "let a = 1", "ä b.txt": "text", "404.html": "<title>nowhere</title>",
  ]

  enum Place: String, CaseIterable, Sendable {
    case folder, otherFolder, memory, function
  }

  private func run(
    _ place: Place, files: [String: String] = files, configure: (inout BridgeConfiguration) -> Void = { _ in },
    _ body: (TestServer) async throws -> Void
  ) async throws {
    let documents = files.mapValues { PageContent($0) }
    let inFolder = place == .folder || place == .otherFolder
    try await TestServer.run(files: inFolder ? files : ["none.txt": ""]) { configuration in
      switch place {
      case .folder: break
      case .otherFolder: configuration.documents = try? FolderDocuments(path: configuration.root)
      case .memory: configuration.documents = .memory(documents)
      case .function:
        configuration.documents = .function { path in
          await Task.yield()
          return documents[path]
        }
      }
      configure(&configuration)
    } _: {
      try await body($0)
    }
  }

  private let navigation = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Site", "none")]

  @Test(arguments: Place.allCases)
  func theyAreServedAlike(place: Place) async throws {
    try await run(place) { test async throws in
      let page = try await test.http.request("GET", "/")
      #expect(page.status == 200 && page["Content-Type"] == "text/html; charset=utf-8")
      #expect(page.text.hasPrefix("<!doctype html><head><script src=\"/_bridge/bridge-"))
      #expect(page["Cache-Control"] == "no-cache" && page["Document-Isolation-Policy"] != nil)
      let tag = try #require(page["ETag"])
      let again = try await test.http.request("GET", "/", headers: [("If-None-Match", tag)])
      #expect(again.status == 304 && again["ETag"] == tag)
      let script = try await test.http.request("GET", "/app.js")
      #expect(script.text == "let a = 1" && script["Content-Type"] == "text/javascript; charset=utf-8")
      let part = try await test.http.request("GET", "/app.js", headers: [("Range", "bytes=4-")])
      #expect(part.status == 206 && part.text == "a = 1" && part["Content-Range"] == "bytes 4-8/9")
      #expect(try await test.http.request("GET", "/%C3%A4%20b.txt").text == "text")
      #expect(try await test.http.request("GET", "/guide/").text.contains("<title>guide"))
      let folder = try await test.http.request("GET", "/guide?a=1")
      #expect(folder.status == 301 && folder["Location"] == "/guide/?a=1")
      #expect(try await test.http.request("HEAD", "/")["Content-Length"] == "\(page.body.count)")
      #expect(try await test.http.request("POST", "/app.js").status == 405)
      for path in [
        "/none", "/../index.html", "/.index.html", "/%2e%2e/x", "//app.js", "/app.js/", "/guide%2Findex.html",
      ] {
        #expect(try await test.http.request("GET", path).status == 404, "\(path)")
      }
      let tab = try await TestPage.open(test.url)
      #expect(try await tab.call("addingOne", 1) == 2)
      await tab.close()
    }
  }

  @Test(arguments: Place.allCases)
  func aPageOfOnesOwnSaysThatThereIsNothing(place: Place) async throws {
    try await run(place) { test async throws in
      let page = try await test.http.request("GET", "/no/where", headers: navigation + [("If-None-Match", "*")])
      #expect(page.status == 404 && page.text.contains("<title>nowhere") && page.text.contains("/_bridge/bridge-"))
      #expect(page["ETag"] == nil && page["Cache-Control"] == "no-store")
      // A missing subresource is not answered with an HTML page.
      #expect(try await test.http.request("GET", "/no/where.png").text.contains("There is nothing at this address"))
    }
    try await run(place, files: ["index.html": ""]) { test async throws in
      let page = try await test.http.request("GET", "/none", headers: navigation)
      #expect(page.status == 404 && page.text.contains("There is nothing at this address"))
    }
  }

  @Test(arguments: Place.allCases)
  func navigationsMayFallBack(place: Place) async throws {
    try await run(place, configure: { $0.documentFallback = "index.html" }) { test async throws in
      let page = try await test.http.request("GET", "/users/7", headers: navigation)
      #expect(page.status == 200 && page.text.contains("<title>start"))
      let tag = try #require(page["ETag"])
      let again = try await test.http.request("GET", "/users/8", headers: navigation + [("If-None-Match", tag)])
      #expect(again.status == 304)
      let head = try await test.http.request("HEAD", "/users/7", headers: navigation)
      #expect(head.status == 200 && head["Content-Length"] == "\(page.body.count)")
      #expect(try await test.http.request("GET", "/users/7.png").status == 404)
      #expect(try await test.http.request("GET", "/app.js", headers: navigation).text == "let a = 1")
    }
  }

  @Test(arguments: Place.allCases)
  func pathsHaveHeadersOfTheirOwn(place: Place) async throws {
    try await run(
      place,
      configure: { configuration in
        configuration.documentHeaders = [
          DocumentHeaders("/app.js", [.cacheControl: "max-age=60"]),
          DocumentHeaders("**", [.cacheControl: "max-age=1", .contentLanguage: "de"]),
          DocumentHeaders("*.html", [.contentLanguage: "en"]),
        ]
      }
    ) { test async throws in
      for (path, caching, language) in [
        ("/app.js", "max-age=60", "de"), ("/", "max-age=1", "en"), ("/guide/", "max-age=1", "de"),
      ] {
        for _ in 0..<2 {
          let reply = try await test.http.request("GET", path)
          #expect(reply["Cache-Control"] == caching && reply["Content-Language"] == language, "\(path)")
          let known = [("If-None-Match", try #require(reply["ETag"]))]
          let again = try await test.http.request("GET", path, headers: known)
          #expect(again.status == 304 && again["Cache-Control"] == caching)
        }
      }
      #expect(try await test.http.request("GET", "/none")["Content-Language"] == nil)
    }
  }

  /// If `/assets/old.js` is missing, the fallback document has the headers of its own path, not those of `/assets/**`.
  /// Otherwise browsers would cache the start page under the URL of an asset.
  @Test(arguments: Place.allCases)
  func aFallbackHasTheHeadersOfItsOwnPath(place: Place) async throws {
    try await run(place) {
      $0.documentFallback = "index.html"
      $0.documentHeaders = [
        DocumentHeaders("/assets/**", [.cacheControl: "immutable"]),
        DocumentHeaders("/index.html", [.contentLanguage: "de"]),
      ]
    } _: { test async throws in
      let page = try await test.http.request("GET", "/assets/old.js", headers: navigation)
      #expect(page.status == 200 && page["Cache-Control"] == "no-cache" && page["Content-Language"] == "de")
    }
  }

  @Test func aDocumentOfAnotherTypeAndOneThatFails() async throws {
    struct Broken: Error {}
    let log = LogRecorder()
    try await TestServer.run { configuration in
      configuration.logger = log.logger
      configuration.documents = .function { path in
        if path == "broken" { throw Broken() }
        return PageContent(
          "<title>\(path)</title>", mediaType: path == "page" ? "text/html; charset=utf-8" : "text/plain")
      }
    } _: { test async throws in
      #expect(try await test.http.request("GET", "/page").text.contains("/_bridge/bridge-"))
      let text = try await test.http.request("GET", "/x.html")
      #expect(text.text == "<title>x.html</title>" && text["Content-Type"] == "text/plain")
      #expect(try await test.http.request("GET", "/broken").status == 500)
      #expect(await log.next() == "a document cannot be loaded error=Broken() path=/broken")
    }
  }

  @Test func sourcesAreMadeOfOthers() async throws {
    struct Both: DocumentSource {
      let folder: FolderDocuments
      let memory: MemoryDocuments = ["b.txt": "from memory"]
      func document(at path: String) async throws -> PageContent? {
        folder.document(at: path) ?? memory.document(at: path)
      }
    }
    try await TestServer.run(files: ["a b.txt": "from the folder"]) { configuration in
      configuration.documents = (try? FolderDocuments(path: configuration.root)).map { Both(folder: $0) }
    } _: { test async throws in
      #expect(try await test.http.request("GET", "/a%20b.txt").text == "from the folder")
      #expect(try await test.http.request("GET", "/b.txt").text == "from memory")
    }
    #expect(throws: BridgeServerError.self) { try FolderDocuments(path: "/nowhere/at/all") }
  }

  /// A document source that waits does not block the event loop.
  @Test func whatIsWaitedForHoldsNoLoop() async throws {
    let (opened, opening) = AsyncStream<Void>.makeStream()
    try await TestServer.run { configuration in
      configuration.loops = 1
      configuration.documents = .function { path in
        if path == "slow.txt" { for await _ in opened { break } }
        return PageContent(path)
      }
    } _: { test async throws in
      async let slow = test.http.request("GET", "/slow.txt").text
      let other = HTTPExchange(host: test.http.endpoint.host, port: test.http.endpoint.port)
      for _ in 0..<5 { #expect(try await other.request("GET", "/fast.txt").text == "fast.txt") }
      opening.yield()
      #expect(try await slow == "slow.txt")
    }
  }
}
