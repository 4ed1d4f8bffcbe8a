import DSBridgeLocks
import Foundation
import SnippetBridgeTesting

/// Pages that open, make calls and close. Each closed page is replaced at once.
final class Visitors: Sendable {
  struct Counts {
    var visits = 0
    var answers = 0
    /// The problems, with the number of times each occurred.
    var problems: [String: Int] = [:]
  }

  private let url: URL
  private let end: ContinuousClock.Instant
  private let pause: Duration
  private let counts = Mutex(Counts())

  /// Creates the visitors. `pause` is the mean time between two actions of one page.
  init(of url: URL, until end: ContinuousClock.Instant, pause: Duration) {
    (self.url, self.end, self.pause) = (url, end, pause)
  }

  var value: Counts { counts.withLock { $0 } }

  /// Keeps `places` pages open until `end`. Returns when all pages are closed.
  func run(places: Int) async {
    await withTaskGroup { group in
      for place in 0..<places {
        group.addTask { await self.fill(place) }
      }
    }
  }

  private func fill(_ place: Int) async {
    // Start the pages one after another.
    try? await Task.sleep(for: .milliseconds(20 * place))
    while .now < end {
      do {
        try await visit()
      } catch {
        counts.withLock { $0.problems["\(error)", default: 0] += 1 }
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }

  private func visit() async throws {
    counts.withLock { $0.visits += 1 }
    let page = try await TestPage.open(url, timeLimit: .seconds(120), isReady: false)
    await page.forgetMessages()
    try await prepare(page)
    let leaving = min(end, .now + pause * Double.random(in: 5...25))
    while .now < leaving {
      try await act(page)
      try? await Task.sleep(until: min(leaving, .now + pause * Double.random(in: 0.2...1.8)))
    }
    // Some pages lose their connection, as in a network failure, instead of closing it.
    if Int.random(in: 0..<4) == 0 { await page.cut() } else { await page.close() }
  }

  private func prepare(_ page: TestPage) async throws {
    await page.register("twice") { 2 * (try $0.decode(Int.self, at: 0)) }
    await page.ready()
  }

  private func act(_ page: TestPage) async throws {
    let number = Int.random(in: 1...9)
    var isRight = true
    switch Int.random(in: 0..<12) {
    case 0..<4:
      let text = String(repeating: "é", count: number * number * number)
      isRight = try await page.call("echo", text) == text
    case 4..<7:
      isRight = try await page.post("countTo", number, as: Int.self).all() == Array(1...number)
    case 7..<10:
      isRight = try await page.ask("askBack", number, as: Int.self).value() == 2 * number
    case 10:
      await page.cut()
      try await page.connect()
    default:
      try await page.navigate(isReady: false)
      try await prepare(page)
    }
    counts.withLock { counts in
      counts.answers += 1
      if !isRight { counts.problems["a wrong answer", default: 0] += 1 }
    }
  }
}
