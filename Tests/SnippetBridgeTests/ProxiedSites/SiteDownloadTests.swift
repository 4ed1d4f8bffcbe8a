import Foundation
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// Files of a proxied site's target that are saved as downloads.
@Suite(.timeLimit(.minutes(5))) struct SiteDownloadTests {
  private typealias Ends = AsyncStream<DownloadState>.Iterator

  private func run(
    handsOn: Bool = false, _ answer: @escaping @Sendable (_ path: Substring) -> String?,
    started: (@Sendable (Download, WebView?) -> Void)? = nil,
    _ body: (SiteServer, TestPage, inout Ends) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "SiteDownloadTests-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (ends, teller) = AsyncStream<DownloadState>.makeStream()
    var downloads = Downloads(folder: folder) { state, _ in teller.yield(state) }
    downloads.alsoSavesInBrowser = handsOn
    downloads.started = started
    let upstream = try HandmadeUpstream { head, _ in answer(head.split(separator: " ")[1]) }
    try await SiteServer.run(upstream, configure: { $0.downloads = downloads }) { server async throws in
      let page = try await TestPage.open(server.urls[1])
      var iterator = ends.makeAsyncIterator()
      try await body(server, page, &iterator)
      await page.close()
    }
  }

  private func navigate(_ server: SiteServer, _ page: TestPage, to path: String) async throws -> HTTPReply {
    let cookie = try #require(await page.sessionCookie)
    return try await server.browse(path, more: [("Cookie", cookie), ("Referer", server.origin() + "/")])
  }

  private func completed(_ state: DownloadState?) throws -> DownloadInfo {
    guard case .completed(let info) = state else { throw TestPageError.violation("\(String(describing: state))") }
    return info
  }

  private func text(_ info: DownloadInfo) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: info.downloadedLocation)), as: UTF8.self)
  }

  private static func attachment(_ path: Substring) -> String {
    let headers = ["Content-Disposition: attachment; filename=\"report.html\"", "Set-Cookie: fileDownload=true"]
    return switch path {
    case "/report": .ok("<!doctype html><title>kept</title>", type: "text/html", headers: headers)
    case "/data.bin": .ok(String(repeating: "x", count: 300_000), type: "application/octet-stream")
    default: .ok("<!doctype html><title>shown</title>", type: "text/html")
    }
  }

  @Test func anAttachmentIsSavedAsItIsAndThePageStays() async throws {
    try await run(Self.attachment) { server, page, ends async throws in
      let reply = try await navigate(server, page, to: "/report")
      #expect(reply.status == 204 && reply["Set-Cookie"] == "fileDownload=true")
      let info = try completed(await ends.next())
      #expect(info.downloadedFilename.hasSuffix("_report.html") && info.source?.path() == "/report")
      // The bridge's script is not inserted.
      #expect(try text(info) == "<!doctype html><title>kept</title>")
      #expect(server.server.webViews.first?.isLoading == false)
      #expect(try await navigate(server, page, to: "/").text.contains("shown"))
    }
  }

  @Test func aTypeThatNoBrowserShowsIsSaved() async throws {
    let (progress, teller) = AsyncStream<Download>.makeStream()
    try await run(Self.attachment, started: { download, _ in teller.yield(download) }) {
      server, page, ends async throws in
      #expect(try await navigate(server, page, to: "/data.bin").status == 204)
      #expect(try completed(await ends.next()).bytes == 300_000)
      let download = await progress.first { _ in true }
      #expect(download?.progress.expectedBytes == 300_000 && download?.progress.fraction == 1)
      // A file that a script fetches is returned to the script.
      let fetched = try await server.http().request("GET", "/data.bin", headers: [("Sec-Fetch-Mode", "cors")])
      #expect(fetched.status == 200 && fetched.body.count == 300_000)
    }
  }

  @Test func theBrowserMayHaveItToo() async throws {
    try await run(handsOn: true, Self.attachment) { server, page, ends async throws in
      let reply = try await navigate(server, page, to: "/report")
      #expect(reply.status == 200 && reply.text == "<!doctype html><title>kept</title>")
      #expect(reply["Content-Disposition"]?.hasPrefix("attachment") == true && reply["Set-Cookie"] != nil)
      #expect(try completed(await ends.next()).bytes == reply.body.count)
    }
  }

  @Test func aPartIsNotSaved() async throws {
    // Send invalid chunks: the target fails in the middle of the body.
    let broken = "HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npartx"
    try await run({ _ in broken }) { server, page, ends async throws in
      #expect(try await navigate(server, page, to: "/a.zip").status == 204)
      guard case .failed(let error) = await ends.next() else { throw TestPageError.violation("it was saved") }
      #expect((error as? DownloadError)?.code == .source)
    }
  }

  /// Downloads are saved only for a page of this server in the same browser. Otherwise any site could fill the disk.
  @Test func whatNoPageOfOursWantsIsTheBrowsers() async throws {
    try await run(Self.attachment) { server, page, ends async throws in
      let cookie = try #require(await page.sessionCookie)
      for headers in [[("Sec-Fetch-Site", "cross-site"), ("Cookie", cookie)], [("Sec-Fetch-Site", "none")]] {
        #expect(try await server.browse("/data.bin", more: headers).body.count == 300_000)
      }
    }
  }
}
