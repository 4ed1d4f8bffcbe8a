import DSBridge
import Foundation
import TestSupport
import Testing

@testable import SnippetBridge

/// Navigations that were answered, and whose documents have not yet said hello.
@Suite(.timeLimit(.minutes(5))) struct AnsweredNavigationsTests {
  private let now = ContinuousClock.now
  private let minute = Duration.seconds(60)

  private func target(_ path: String) throws -> NavigationTarget {
    NavigationTarget(try #require(URL(string: "http://localhost\(path)")))
  }

  @Test func eachIsExpectedUntilItIsHere() throws {
    var navigations = AnsweredNavigations()
    #expect(navigations.isEmpty(at: now))
    for path in ["/a", "/a", "/b?c"] { navigations.begin(try target(path), at: now, within: minute) }
    for path in ["/a", "/c", "/b"] { navigations.end(try target(path)) }
    #expect(!navigations.isEmpty(at: now))
    navigations.end(try target("/b?c#d"))
    #expect(!navigations.isEmpty(at: now))
    navigations.end(try target("/a"))
    #expect(navigations.isEmpty(at: now))
  }

  @Test func nothingIsExpectedForEver() throws {
    var navigations = AnsweredNavigations()
    navigations.begin(try target("/a"), at: now, within: minute)
    navigations.begin(try target("/b"), at: now + .seconds(30), within: minute)
    #expect(!navigations.isEmpty(at: now + .seconds(89)))
    #expect(navigations.isEmpty(at: now + .seconds(90)))
    navigations.end(try target("/b"))
    #expect(!navigations.isEmpty(at: now + .seconds(59)))
    #expect(navigations.isEmpty(at: now + .seconds(60)))
  }

  @Test func onlySoManyAreKept() throws {
    var navigations = AnsweredNavigations()
    for number in 0..<1000 { navigations.begin(try target("/\(number)"), at: now, within: minute) }
    for number in (1000 - AnsweredNavigations.limit)..<1000 {
      #expect(!navigations.isEmpty(at: now))
      navigations.end(try target("/\(number)"))
    }
    #expect(navigations.isEmpty(at: now))
  }

  /// At the start of a hello, the registry knows the new document, while the web view still shows the previous one.
  @Test func aDocumentIsExpectedWhoseHelloIsBeingTaken() async throws {
    var configuration = BridgeConfiguration(root: FileManager.default.temporaryDirectory.path)
    // The timeout is long, because no socket is opened and a busy machine may be slow.
    configuration.webViews.reconnectTimeout = .seconds(3600)
    let registry = Registry(configuration: configuration)
    func hello(_ document: Character, order: Int, webView: String?) -> Hello {
      Hello(
        protocol: 1, document: String(repeating: document, count: 32), key: String(repeating: "0", count: 32),
        webView: webView, order: order, first: 1, received: 0, url: "http://localhost/")
    }
    let first = try await registry.greet(hello("a", order: 1, webView: nil), session: nil)
    #expect(!registry.expectsDocument(in: first.webView.id, after: first.document))
    let second = try await registry.greet(
      hello("b", order: 2, webView: first.webView.id), session: first.session)
    #expect(second.webView === first.webView)
    #expect(registry.expectsDocument(in: first.webView.id, after: first.document))
    #expect(!registry.expectsDocument(in: first.webView.id, after: second.document))
    first.webView.end()
    for await _ in first.webView.events {}
    #expect(!registry.expectsDocument(in: first.webView.id, after: second.document))
  }
}

extension Registry {
  fileprivate func greet(_ hello: Hello, session: String?) async throws -> Greeting {
    try await withCheckedThrowingContinuation { continuation in
      do throws(Refusal) {
        try greet(hello, session: session, origin: "http://localhost", peer: "127.0.0.1") {
          continuation.resume(with: $0)
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }
}
