import DSBridgeLocks
import Foundation
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// Interceptors that are asynchronous, or isolated to the main actor or to the web view.
@Suite(.timeLimit(.minutes(2))) struct AsyncInterceptorTests {
  private let files = ["index.html": "<!doctype html>", "next.html": "<!doctype html>"]

  @MainActor private final class MainLinks: AsyncNavigationInterceptor {
    private(set) var paths: [String] = []

    func handleIntercept(_ intercept: NavigationRequest) -> Bool {
      guard case .url(let url) = intercept else { return false }
      paths.append(url.path())
      return url.path().hasPrefix("/native")
    }
  }

  @Test("S7: an interceptor of the main actor") func onTheMainActor() async throws {
    let links = MainLinks()
    try await TestServer.run(files: files, prepare: { $0.bind(interceptor: links) }) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await !page.follow("/native/1"))
      #expect(try await page.follow("/next.html"))
    }
    #expect(await links.paths == ["/native/1", "/next.html"])
  }

  @Test("S7: an interceptor in the web view's isolation, which awaits the page") func inTheWebView() async throws {
    let ids = Mutex<[String]>([])
    try await TestServer.run(
      files: files,
      prepare: { webView in
        webView.bind { intercept, webView in
          webView.assertIsolated()
          ids.withLock { $0.append(webView.id) }
          await Task.yield()
          if case .url(let url) = intercept { return url.path().hasPrefix("/native") }
          return false
        }
      }
    ) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await !page.follow("/native/1"))
      #expect(await ids.withLock { $0 } == [page.webView])
    }
  }

  private struct Hesitant: AsyncNavigationInterceptor {
    let cancelled: @Sendable () -> Void

    func handleIntercept(_ intercept: NavigationRequest) async -> Bool {
      await withTaskCancellationHandler {
        let (never, _) = AsyncStream<Void>.makeStream()
        for await _ in never {}
      } onCancel: {
        cancelled()
      }
      return true
    }
  }

  @Test("S7: a decision that does not come in time lets the navigation continue") func aDeadline() async throws {
    let log = LogRecorder()
    let (ended, teller) = AsyncStream<Void>.makeStream()
    try await TestServer.run(
      files: files,
      configure: {
        $0.interceptorTimeLimit = .milliseconds(50)
        $0.logger = log.logger
      }, prepare: { $0.bind(interceptor: Hesitant { teller.yield() }) }
    ) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await page.follow("/next.html"))
      for await _ in ended { break }
    }
    #expect(log.lines.contains { $0.contains("exceeded its time limit") && $0.contains("Hesitant") })
  }
}
