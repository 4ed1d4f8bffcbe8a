import Foundation
import SnippetBridge
import Testing

@testable import SnippetBridgeTesting

/// Tests of pages behind a proxy that injects network faults. `Tests/Endurance` repeats them many times.
@Suite(.timeLimit(.minutes(5))) struct UnreliableProxyTests {
  @Test func withoutTroubleItIsNotThere() async throws {
    try await TestServer.run { test async throws in
      let proxy = try UnreliableProxy(to: test.url)
      // A large transfer takes a long time on a busy machine.
      let page = try await TestPage.open(proxy.url, timeLimit: .seconds(300))
      let large = String(repeating: "é", count: 3 << 20)
      #expect(try await page.call("echo", large) == large)
      #expect(try await page.ask("echo", large, as: String.self).value() == large)
      #expect(try await page.post("tick", 1, as: Int.self).all() == [2, 3, 4])
      #expect(proxy.counts.connections == 2)
      await page.close()
    }
  }

  /// Injects one kind of fault so often that a page can hardly work. Afterwards the page works, and no call was lost
  /// or run twice.
  @Test(arguments: [
    \NetworkFaults.refused, \.cutBefore, \.cutInside, \.cutAfter,
  ]) func aPageComesBackWhenTheNetworkIsGoodAgain(trouble: any WritableKeyPath<NetworkFaults, Double> & Sendable)
    async throws
  {
    try await TestServer.run { test async throws in
      let proxy = try UnreliableProxy(to: test.url, seed: 1)
      let page = try await TestPage.open(proxy.url, reconnects: true)
      let first = try await page.ask("run", as: Int.self)
      #expect(try await first.value() == 1)
      var faults = NetworkFaults.none
      faults[keyPath: trouble] = 1
      proxy.setFaults(faults)
      proxy.cutAll()
      let second = try await page.ask("run", as: Int.self)
      do {
        let result = try await page.call("run", as: Int.self)
        // The connection may be cut after the response has passed, so the call may succeed.
        #expect(trouble == \NetworkFaults.cutAfter && (2...3).contains(result))
      } catch {
        #expect({ if case .closed? = error as? TestPageError { true } else { false } }(), "\(error)")
      }
      proxy.setFaults(.none)
      let answer = try await second.value()
      #expect(answer == 2 || trouble == \NetworkFaults.cutAfter && answer == 3)
      // The failed call either has already run or will never run.
      let last = try await page.call("run", as: Int.self)
      #expect(last == 3 || last == 4)
      #expect(test.server.webViews.count == 1)
      await page.close()
    }
  }

  @Test func whatIsSentTwiceRunsOnce() async throws {
    try await TestServer.run { test async throws in
      var faults = NetworkFaults.none
      (faults.repeated, faults.sliced) = (1, 1)
      let proxy = try UnreliableProxy(to: test.url, faults: faults)
      let page = try await TestPage.open(proxy.url, reconnects: true)
      for expected in 1...20 { #expect(try await page.call("run") == expected) }
      #expect(proxy.counts.repeated > 20)
      await page.close()
    }
  }

  @Test(.timeLimit(.minutes(2))) func itKeepsNothingOfConnectionsThatHaveEnded() async throws {
    try await TestServer.run { test async throws in
      let proxy = try UnreliableProxy(to: test.url)
      let http = HTTPExchange(host: "127.0.0.1", port: try #require(proxy.url.port))
      for _ in 0..<20 {
        #expect(try await http.request("GET", "/", headers: [("Connection", "close")]).status == 200)
      }
      while proxy.countSockets() > 0, !Task.isCancelled { await Task.yield() }
      #expect(proxy.counts.connections == 20)
    }
  }

  @Test func aServerThatIsNotThere() async throws {
    let proxy = try UnreliableProxy(to: try #require(URL(string: "http://127.0.0.1:1/")))
    await #expect(throws: TestPageError.self) { try await TestPage.open(proxy.url, timeLimit: .seconds(60)) }
    #expect(throws: TestPageError.self) { try UnreliableProxy(to: URL(filePath: "/no/host")) }
  }
}
