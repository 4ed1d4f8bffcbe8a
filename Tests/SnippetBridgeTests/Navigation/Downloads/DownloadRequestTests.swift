import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Downloads that the server passes to the program, over sockets.
@Suite(.timeLimit(.minutes(5))) struct DownloadRequestTests {
  private struct Ended: Sendable {
    let state: DownloadState
    let webView: String?
  }

  /// Runs `body` with a server, a page, and an iterator over the finished downloads.
  private func run(
    handsOn: Bool = false, limit: Int = 1 << 20, router: Router<BasicRequestContext> = Router(),
    _ body: (TestServer, TestPage, inout AsyncStream<Ended>.Iterator) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "DownloadRequestTests-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (ends, teller) = AsyncStream<Ended>.makeStream()
    var downloads = Downloads(folder: folder) { teller.yield(Ended(state: $0, webView: $1?.id)) }
    downloads.alsoSavesInBrowser = handsOn
    downloads.maximumSize = limit
    try await TestServer.run(
      files: ["index.html": "<!doctype html>", "data.bin": String(repeating: "x", count: 300_000), "table.csv": "a,b"],
      configure: { $0.downloads = downloads }, router: router
    ) { test async throws in
      let page = try await TestPage.open(test.url)
      var iterator = ends.makeAsyncIterator()
      try await body(test, page, &iterator)
      await page.close()
    }
  }

  private func navigate(_ test: TestServer, _ page: TestPage, to path: String) async throws -> HTTPReply {
    let cookie = try #require(await page.sessionCookie)
    return try await test.http.request(
      "GET", path,
      headers: [
        ("Cookie", cookie), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"),
        ("Referer", test.origin + "/"),
      ])
  }

  private func completed(_ ended: Ended?) throws -> DownloadInfo {
    guard case .completed(let info) = try #require(ended).state else {
      throw TestPageError.violation("\(String(describing: ended))")
    }
    return info
  }

  @Test(arguments: ["/data.bin", "/table.csv"]) func whatABrowserDoesNotShowIsSaved(path: String) async throws {
    try await run { test, page, ends async throws in
      #expect(try await navigate(test, page, to: path).status == 204)
      let ended = await ends.next()
      let info = try completed(ended)
      #expect(ended?.webView == test.server.webViews.first?.id)
      #expect(info.downloadedFilename.hasSuffix("_" + path.dropFirst()))
      #expect(info.source?.path() == path)
      let saved = try Data(contentsOf: URL(filePath: info.downloadedLocation))
      let served = try Data(contentsOf: test.root.appending(path: path))
      #expect(saved == served)
      // A file that the page fetches is not saved, but returned to the page. An HTML page is not saved, but shown.
      #expect(try await test.http.request("GET", path).body.count == saved.count)
      #expect(try await navigate(test, page, to: "/").status == 200)
    }
  }

  @Test func anAttachmentOfARouteIsSavedUnderItsName() async throws {
    let router = Router()
    router.get("/report") { _, _ in
      Response(
        status: .ok,
        headers: [.contentType: "text/plain", .contentDisposition: "attachment; filename=\"../Bericht.txt\""],
        body: ResponseBody(string: "text"))
    }
    try await run(router: router) { test, page, ends async throws in
      #expect(try await navigate(test, page, to: "/report").status == 204)
      #expect(try completed(await ends.next()).downloadedFilename.hasSuffix("_Bericht.txt"))
    }
  }

  private var writing: Router<BasicRequestContext> {
    let router = Router()
    @Sendable func response(
      _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
      Response(
        status: .ok, headers: [.contentType: "text/csv", .contentDisposition: "attachment; filename=a.csv"],
        body: ResponseBody(write))
    }
    router.get("/table") { _, _ in
      response { writer in
        for _ in 0..<100 { try await writer.write([UInt8](repeating: 7, count: 10_000)) }
      }
    }
    router.get("/broken") { _, _ in
      response { writer in
        try await writer.write([1, 2])
        throw Broken()
      }
    }
    router.post("/sorted") { request, _ in
      response { writer in for try await piece in request.body { try await writer.write(piece) } }
    }
    return router
  }

  private struct Broken: Error {}

  @Test func whatARouteWritesIsSavedAsItIsWritten() async throws {
    try await run(router: writing) { test, page, ends async throws in
      #expect(try await navigate(test, page, to: "/table").status == 204)
      let info = try completed(await ends.next())
      #expect(info.bytes == 1_000_000 && info.downloadedFilename.hasSuffix("_a.csv"))
      #expect(try await navigate(test, page, to: "/broken").status == 204)
      guard case .failed(let error)? = await ends.next()?.state else { throw TestPageError.violation("it was saved") }
      #expect((error as? DownloadError)?.code == .source)
      // The closure that writes the response's body may read the request's body.
      let form = [UInt8](repeating: 7, count: 300_000)
      let headers = [
        ("Cookie", try #require(await page.sessionCookie)), ("Sec-Fetch-Mode", "navigate"), ("Origin", test.origin),
        ("Referer", test.origin + "/"),
      ]
      #expect(try await test.http.request("POST", "/sorted", headers: headers, body: form).status == 204)
      #expect(try completed(await ends.next()).bytes == form.count)
    }
  }

  @Test func whatARouteWritesMayBeTheBrowsersToo() async throws {
    try await run(handsOn: true, router: writing) { test, page, ends async throws in
      let reply = try await navigate(test, page, to: "/table")
      #expect(reply.status == 200 && reply.body.count == 1_000_000 && reply["Content-Type"] == "text/csv")
      #expect(try completed(await ends.next()).bytes == 1_000_000)
    }
  }

  @Test func theBrowserMayHaveItToo() async throws {
    try await run(handsOn: true) { test, page, ends async throws in
      let reply = try await navigate(test, page, to: "/data.bin")
      #expect(reply.status == 200 && reply.body.count == 300_000)
      #expect(try completed(await ends.next()).bytes == 300_000)
    }
  }

  @Test func aPageHandsOverWhatItHasMade() async throws {
    try await run { test, page, ends async throws in
      var other = HandmadeClient(test)
      _ = try await other.hello()
      #expect(try await other.post("/_bridge/download?name=a%20b.txt", "made here").status == 204)
      let info = try completed(await ends.next())
      #expect(info.downloadedFilename.hasSuffix("_a b.txt") && info.bytes == 9 && info.source == nil)
      // Two simultaneous downloads with the same name are saved to separate files.
      let client = other
      async let one = client.post("/_bridge/download?name=same", "1")
      async let two = client.post("/_bridge/download?name=same", "22")
      _ = try await (one, two)
      let infos = [try completed(await ends.next()), try completed(await ends.next())]
      #expect(Set(infos.map(\.bytes)) == [1, 2])
      #expect(infos[0].downloadedLocation != infos[1].downloadedLocation)
    }
  }

  @Test func whoMayNotIsRefused() async throws {
    try await run(limit: 10) { test, page, ends async throws in
      var other = HandmadeClient(test)
      #expect(try await other.post("/_bridge/download?name=a", "x").status == 401)
      _ = try await other.hello()
      #expect(try await other.post("/_bridge/download?name=a", "12345678901").status == 413)
      other.origin = "http://evil.example"
      #expect(try await other.post("/_bridge/download?name=a", "x").status == 403)
    }
    try await TestServer.run { test async throws in
      var other = HandmadeClient(test)
      _ = try await other.hello()
      #expect(try await other.post("/_bridge/download?name=a", "x").status == 404)
    }
  }

  /// Downloads that no page of this server has requested are left to the browser. Otherwise any site could fill the
  /// disk.
  @Test func whatNoPageOfOursWantsIsTheBrowsers() async throws {
    try await run { test, page, ends async throws in
      let cookie = try #require(await page.sessionCookie)
      let browser = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")]
      for headers in [[("Sec-Fetch-Site", "cross-site"), ("Cookie", cookie)], [("Sec-Fetch-Site", "none")]] {
        let reply = try await test.http.request("GET", "/data.bin", headers: browser + headers)
        #expect(reply.status == 200 && reply.body.count == 300_000)
      }
      // A prefetch by the browser is not a navigation.
      let guess = browser + [("Cookie", cookie), ("Referer", test.origin + "/"), ("Sec-Purpose", "prefetch")]
      #expect(try await test.http.request("GET", "/data.bin", headers: guess).status == 200)
      #expect(try await navigate(test, page, to: "/table.csv").status == 204)
      #expect(try completed(await ends.next()).downloadedFilename.hasSuffix("table.csv"))
    }
  }

  @Test func aNameMayHaveSpacesAndPluses() async throws {
    try await run { test, page, ends async throws in
      var other = HandmadeClient(test)
      _ = try await other.hello()
      #expect(try await other.post("/_bridge/download?name=My+c%2B%2B+notes.txt", "x").status == 204)
      #expect(try completed(await ends.next()).downloadedFilename.hasSuffix("_My c++ notes.txt"))
    }
  }

  @Test func aFolderThatIsAFileIsRefusedAtStart() throws {
    var configuration = BridgeConfiguration(port: 0)
    configuration.downloads = Downloads(folder: #filePath)
    let error = #expect(throws: BridgeServerError.self) {
      try BridgeServer(configuration: configuration) { (_: WebView) in }
    }
    #expect(error.map { "\($0)" }?.contains("is not a folder") == true)
  }

  @Test func aDownloadLeavesThePageAsItWas() async throws {
    try await run { test, page, ends async throws in
      let webView = try #require(test.server.webViews.first)
      _ = try await navigate(test, page, to: "/data.bin")
      _ = await ends.next()
      #expect(!webView.isLoading)
    }
  }
}
