import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct LifeTests {
  @Test func aReconnectedDocumentGoesOn() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url)
      let values = try await page.post("tick", 1, as: Int.self)
      await page.cut()
      try await page.connect()
      #expect(try await values.all() == [2, 3, 4])
      #expect(try await page.call("addingOne", 1) == 2)
      #expect(test.server.webViews.count == 1)
      await page.close()
    }
  }

  @Test func aWebViewSurvivesNavigationsWithItsInterfaces() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url)
      for expected in 1...50 {
        #expect(try await page.call("run") == expected)
        try await page.navigate()
      }
      #expect(test.server.webViews.count == 1)
      await page.close()
    }
  }

  @Test func aSecondRunFailsAndLeavesTheFirstAlone() async throws {
    try await TestServer.run { test async throws in
      let error = await #expect(throws: BridgeServerError.self) { try await test.server.run() }
      #expect(error?.description == "This server was already started. Create a new BridgeServer.")
      #expect(try await test.server.url() == test.url)
      let page = try await TestPage.open(test.url)
      #expect(try await page.call("addingOne", 1) == 2)
      await page.close()
    }
  }

  @Test func aPageThatDoesNotComeBackIsGone() async throws {
    let (freed, sink) = AsyncStream<Void>.makeStream()
    let (asked, question) = AsyncStream<Void>.makeStream()
    try await TestServer.run(
      configure: { $0.webViews.reconnectTimeout = .seconds(5) },
      prepare: { $0.addInterface(Witness { sink.yield() }, by: nil) }
    ) { test async throws in
      let page = try await TestPage.open(test.url)
      await page.registerAsynchronous("never") { _, _ in question.yield() }
      let waiting = Task { [webView = try #require(test.server.webViews.first)] in
        try await webView.call("never", returning: Int.self)
      }
      for await _ in asked { break }
      await page.close()
      let error = await #expect(throws: BridgeError.self) { try await waiting.value }
      #expect(error?.code == .pageGone)
      #expect(test.server.webViews.isEmpty)
      for await _ in freed { break }
      await #expect(throws: TestPageError.gone) { try await page.connect() }
    }
  }

  @Test func shutdownAnswersWhatRunsAndTellsThePages() async throws {
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let slow = Slow(gate)
    var running: Task<String, any Error>?
    let told = Tally()
    try await TestServer.run(prepare: { $0.addInterface(slow, by: nil) }) { test async throws in
      let blocked = try await TestPage.open(test.url)
      let watching = try await TestPage.open(test.url)
      let messages = await watching.messages()
      Task {
        while let message = try await messages.next() {
          guard message.lines.contains(where: { $0.hasPrefix("bye ") }) else { continue }
          _ = told.next()
          opening.finish()
        }
        // Use the page here, so that the task keeps it. If nothing referred to it any more, it would be closed too
        // early.
        await watching.close()
      }
      // The call is still running when the server shuts down. It ends after the other page has been informed.
      running = Task { try await blocked.call("finish", as: String.self) }
      #expect(try await watching.ask("hasBegun", as: Bool.self).value())
    }
    #expect(try await running?.value == "done")
    #expect(told.value == 1)
  }

  /// Blocks the threads of more web views than the machine has cores. Another web view must still run functions.
  @Test func aFunctionThatBlocksStopsNoOtherPage() async throws {
    let blocking = Blocking()
    try await TestServer.run(prepare: { webView in
      webView.addInterface(Fixture(), by: nil)
      webView.addInterface(blocking, by: "blocking")
    }) { test async throws in
      let blocked = try await (0..<8).asyncMap { _ in try await TestPage.open(test.url) }
      let answers = blocked.map { page in Task { try await page.call("blocking.block", as: String.self) } }
      let other = try await TestPage.open(test.url)
      #expect(try await other.call("addingOne", 1) == 2)
      blocking.release(8)
      for answer in answers { #expect(try await answer.value == "released") }
      for page in blocked + [other] { await page.close() }
    }
  }

  @Test(.timeLimit(.minutes(2))) func aFunctionThatNeverReturnsDoesNotKeepTheServer() async throws {
    let blocking = Blocking()
    try await TestServer.run(
      configure: { $0.shutdownTimeLimit = .milliseconds(300) },
      prepare: { $0.addInterface(blocking, by: nil) }
    ) { test async throws in
      let page = try await TestPage.open(test.url)
      Task { try await page.call("block", as: String.self) }
      while blocking.calls().started == 0 { await Task.yield() }
      // Queue a second call. The web view never runs it, because the first call does not return.
      _ = try await page.ask("block", as: String.self)
    }
    // The server has ended while the first call is still running.
    let calls = blocking.calls()
    #expect(calls.started == 1 && calls.ended == 0, "\(calls)")
    blocking.release(2)
  }

  @Test func whatCannotStartSaysWhyInOneLine() async throws {
    try await TestServer.run { test async throws in
      let port = test.url.port ?? 0
      let configuration = BridgeConfiguration(port: port, root: test.root.path)
      let second = try BridgeServer(configuration: configuration) { _ in }
      let error = await #expect(throws: BridgeServerError.self) { try await second.run() }
      #expect(error?.description.contains("\(port)") == true)
      #expect(error?.description.contains("\n") == false)
      await #expect(throws: BridgeServerError.self) { try await second.url() }
    }
    let missing = #expect(throws: BridgeServerError.self) {
      try BridgeServer(configuration: BridgeConfiguration(root: "/nowhere/at/all")) { _ in }
    }
    #expect(missing?.description.contains("/nowhere/at/all") == true)
    let certificate = BridgeConfiguration(
      root: FileManager.default.temporaryDirectory.path, tls: .files(certificate: "/nowhere.crt", key: "/nowhere.key"))
    let unreadable = await #expect(throws: BridgeServerError.self) {
      try await BridgeServer(configuration: certificate) { _ in }.run()
    }
    #expect(unreadable?.description.contains("/nowhere.crt") == true)
  }
}

/// An interface that reports its deinitialization.
@Exposed
final class Witness {
  private let freed: @Sendable () -> Void

  init(freed: @escaping @Sendable () -> Void) {
    self.freed = freed
  }

  func exist() {}

  deinit {
    freed()
  }
}

/// An interface with a function that runs until a stream ends.
@Exposed
actor Slow {
  private let stream: AsyncStream<Void>
  private var begun: [CheckedContinuation<Void, Never>] = []
  private var isRunning = false

  init(_ stream: AsyncStream<Void>) {
    self.stream = stream
  }

  func finish() async -> String {
    isRunning = true
    for continuation in begun { continuation.resume() }
    begun = []
    for await _ in stream {}
    return "done"
  }

  func hasBegun() async -> Bool {
    if !isRunning { await withCheckedContinuation { begun.append($0) } }
    return true
  }
}
