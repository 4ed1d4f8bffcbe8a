import DSBridgeLocks
import Dispatch
import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Checks that every call accepted before a shutdown is answered once, over sockets.
@Suite(.timeLimit(.minutes(5))) struct ShutdownTests {
  /// An interface whose functions run until the test releases them.
  @Exposed
  final class Work: Sendable {
    private let going: AsyncStream<Void>
    private let begun: Tally
    private let held = DispatchSemaphore(value: 0)

    init(_ going: AsyncStream<Void>, _ begun: Tally) {
      self.going = going
      self.begun = begun
    }

    func finish(_ number: Int) async -> Int {
      _ = begun.next()
      for await _ in going {}
      return number
    }

    func report(_ number: Int, completion: @escaping @Sendable (Int, Bool) -> Void) {
      completion(-number, false)
      _ = begun.next()
      Task { [going] in
        for await _ in going {}
        completion(number, true)
      }
    }

    func forEver() -> AsyncStream<Int> {
      AsyncStream { continuation in
        continuation.yield(1)
        _ = begun.next()
      }
    }

    /// Blocks the web view until the test releases it.
    func hold() {
      _ = begun.next()
      held.wait()
    }

    @unexposed
    func letGo(_ count: Int) {
      for _ in 0..<count { held.signal() }
    }

    func addingOne(to input: Int) -> Int {
      input + 1
    }
  }

  @Test(.timeLimit(.minutes(3))) func twoHundredPagesGetEveryAnswer() async throws {
    let (going, go) = AsyncStream<Void>.makeStream()
    let begun = Tally()
    let work = Work(going, begun)
    let count = 200
    var answers: [Task<[Int], any Error>] = []
    var sequences: [Task<Void, any Error>] = []
    var late: Task<[String?], any Error>?
    try await TestServer.run(
      configure: { $0.shutdownTimeLimit = .seconds(60) }, prepare: { $0.addInterface(work, by: nil) }
    ) { test async throws in
      var pages: [TestPage] = []
      for _ in 0..<count { pages.append(try await TestPage.open(test.url, timeLimit: .seconds(60))) }
      for (number, page) in pages.enumerated() {
        let ask = try await page.ask("finish", number, as: Int.self)
        let post = try await page.post("report", number + 1, as: Int.self)
        let endless = try await page.post("forEver", as: Int.self)
        answers.append(
          Task {
            async let blocked: Int = page.call("finish", number + 2)
            let posted = try await post.all()
            return [try await ask.value(), try await blocked] + posted
          })
        sequences.append(
          Task {
            let error = await #expect(throws: CallFailure.self) { _ = try await endless.all() }
            #expect(error?.kind == "shutdown")
          })
      }
      // This page notices the shutdown first and then calls again.
      let watcher = try await TestPage.open(test.url, timeLimit: .seconds(60))
      let running = try await watcher.ask("finish", 0, as: Int.self)
      let sequence = try await watcher.post("forEver", as: Int.self)
      while begun.value < 4 * count + 2, !Task.isCancelled { await Task.yield() }
      late = Task {
        defer { go.finish() }
        var kinds = [await Self.failure { _ = try await sequence.all() }]
        let call = try await watcher.ask("addingOne", 1, as: Int.self)
        kinds.append(await Self.failure { _ = try await call.value() })
        go.finish()
        #expect(try await running.value() == 0)
        return kinds
      }
    }
    #expect(try await late?.value == ["shutdown", "shutdown"])
    for (number, answer) in answers.enumerated() {
      #expect(try await answer.value == [number, number + 2, -(number + 1), number + 1])
    }
    for sequence in sequences { try await sequence.value }
  }

  @Test(.timeLimit(.minutes(2))) func aHeldWebViewsCallsFailAtTheLimit() async throws {
    let (going, go) = AsyncStream<Void>.makeStream()
    let begun = Tally()
    let work = Work(going, begun)
    var failures: [Task<String?, Never>] = []
    // The pages are kept, because an unreferenced page is closed.
    var pages: [TestPage] = []
    try await TestServer.run(
      configure: { $0.shutdownTimeLimit = .seconds(1) }, prepare: { $0.addInterface(work, by: nil) }
    ) { test async throws in
      let asking = try await TestPage.open(test.url)
      let posted = try await asking.post("report", 1, as: Int.self)
      #expect(try await posted.next() == -1)
      // Both calls are sent in one wire message, so that the second is queued while the first one runs.
      await asking.holdMessages()
      let asked = try await asking.ask("hold", as: String.self)
      let behind = try await asking.post("report", 2, as: Int.self)
      await asking.holdMessages(false)
      let calling = try await TestPage.open(test.url)
      pages = [asking, calling]
      failures = [
        Task { await Self.failure { _ = try await posted.next() } },
        Task { await Self.failure { _ = try await asked.value() } },
        Task { await Self.failure { _ = try await behind.next() } },
        Task { await Self.failure { _ = try await calling.call("hold", as: String.self) } },
      ]
      while begun.value < 3, !Task.isCancelled { await Task.yield() }
    }
    for failure in failures { #expect(await failure.value == "shutdown") }
    for page in pages { await page.close() }
    work.letGo(2)
    go.finish()
  }

  private static func failure(_ body: () async throws -> Void) async -> String? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? CallFailure)?.kind ?? "\(error)"
    }
  }
}
