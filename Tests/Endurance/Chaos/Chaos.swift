import ArgumentParser
import Foundation
import Logging
import SnippetBridge
import SnippetBridgeTesting

/// Runs pages and a server over an unreliable network. No message may be lost, duplicated or reordered, in either
/// direction.
struct Chaos: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Counts the messages of pages over an unreliable network.",
    discussion: "With --browser, prints an address and begins when a browser has opened it.")

  @Option(help: "The duration of the network faults, in seconds.")
  var seconds = 60
  @Option(help: "The number of test pages, which need no browser.")
  var pages = 200
  @Option(help: "The seed of the network faults; it is printed.")
  var seed = UInt64.random(in: 0...UInt64(UInt32.max))
  @Option(help: "The mean time between bursts of messages of a page or of Swift, in milliseconds.")
  var pause = 800
  @Flag(help: "Include the page of a browser, and wait for it.")
  var browser = false
  @Option(help: "The folder with the browser's page.")
  var root = "Tests/Endurance/pages"

  private var patience: Duration { .seconds(seconds + 180) }

  func run() async throws {
    let book = Book()
    var logger = Logger(label: "chaos")
    logger.logLevel = .error
    let pause = Duration.milliseconds(pause)
    var configuration = BridgeConfiguration(port: 0, root: root, logger: logger)
    // On a busy machine, a page may be without a socket for as long as the network has faults.
    configuration.webViews.reconnectTimeout = patience
    let server = try BridgeServer(configuration: configuration) { webView in
      webView.addInterface(Counting(webView: webView, book: book, pause: pause), by: "count")
    }
    let running = Task { try await server.run() }
    let proxy = try UnreliableProxy(to: try await server.url(), seed: seed)
    say("Open \(proxy.url)")
    say("chaos: seed \(seed)")
    let verdict = try await count(book, proxy, pause)
    say("chaos: \(proxy.counts)")
    say("chaos: seed \(seed), \(verdict)")
    running.cancel()
    try await running.value
    if !verdict.isGood { throw ExitCode.failure }
  }

  private func count(_ book: Book, _ proxy: UnreliableProxy, _ pause: Duration) async throws -> Verdict {
    var verdict = Verdict()
    if browser, await !waits(until: .now + .seconds(60), for: { book["browser"] != nil }) {
      verdict.addProblem("no browser has opened \(proxy.url)")
    }
    var all: [CountingPage] = []
    for index in 0..<pages {
      let page = try await TestPage.open(proxy.url, timeLimit: patience, reconnects: true, isReady: false)
      all.append(CountingPage(name: "page \(index)", page: page))
      try await all[index].begin()
    }
    proxy.setFaults(.many)
    let end = ContinuousClock.now + .seconds(seconds)
    await withTaskGroup { group in
      for page in all {
        group.addTask { await page.send(pause: pause, limit: end + .seconds(60)) }
      }
      // At the end, the faults are switched off, so that messages in transit still arrive.
      group.addTask {
        try? await Task.sleep(until: end)
        book.becomeQuiet()
        proxy.setFaults(.none)
        say("chaos: the network faults have ended")
      }
    }
    let longest = all.map(\.longest)
    let (call, absence) = (longest.map(\.call).max() ?? .zero, longest.map(\.absence).max() ?? .zero)
    say(
      "chaos: a blocking call took \(call.formatted()) at most, a page was without a socket for \(absence.formatted())")
    let last = ContinuousClock.now + .seconds(60)
    for page in all {
      await waits(until: last) {
        book[page.name].map { $0.value.sent <= $0.value.answered + $0.value.wrong.count } ?? true
      }
      verdict.add(page.name, page.value, book[page.name])
    }
    if browser, let tally = book["browser"] {
      await waits(until: .now + .seconds(60)) { tally.value.page != nil }
      if let page = tally.value.page {
        verdict.add("browser", page, tally)
      } else {
        verdict.addProblem("no tally from the browser")
      }
    }
    return verdict
  }

  /// Waits for a condition until `end`. Returns whether it became true.
  @discardableResult
  private func waits(until end: ContinuousClock.Instant, for condition: () -> Bool) async -> Bool {
    while !condition() {
      guard .now < end else { return false }
      try? await Task.sleep(for: .milliseconds(20))
    }
    return true
  }
}
