import DSBridgeLocks
import SnippetBridgeTesting

/// A page without a browser that counts the messages it sends and receives.
final class CountingPage: Sendable {
  let name: String
  private let page: TestPage
  private let tally = Mutex(PageTally())
  private let isQuiet = Atomic(false)
  private let waits = Mutex(Waits())

  init(name: String, page: TestPage) {
    (self.name, self.page) = (name, page)
  }

  /// The longest waits of the page.
  var longest: Waits { waits.withLock { $0 } }
  var value: PageTally { tally.withLock { $0 } }

  /// Registers the functions that Swift calls, and sends the page's name.
  func begin() async throws {
    await page.forgetMessages()
    await page.register("take") { [weak self] in self?.take(try $0.decode(Int.self, at: 0)) }
    await page.onEvaluate { [weak self] script in
      guard let number = Int(script.dropFirst("take(".count).dropLast()) else { return "not take(n): \(script)" }
      return self?.take(number)
    }
    await page.register("becomeQuiet") { [weak self] _ in
      self?.isQuiet.store(true, ordering: .relaxed)
      return nil
    }
    await page.ready()
    _ = try await page.callText("count.begin", "\"\(name)\"")
  }

  private func take(_ number: Int) -> Int {
    tally.withLock { $0.seen.see(number) }
    return number
  }

  /// Sends messages until Swift stops the run, then waits for all answers.
  /// - Parameter limit: The time at which sending stops even if Swift has not stopped the run.
  func send(pause: Duration, limit: ContinuousClock.Instant) async {
    await withTaskGroup { group in
      while !isQuiet.load(ordering: .relaxed), .now < limit {
        for _ in 0..<Int.random(in: 1...3) { await sendOne(&group) }
        try? await Task.sleep(for: pause * Double.random(in: 0..<2))
        await noteAbsence()
      }
    }
  }

  func close() async {
    await page.close()
  }

  private func noteAbsence() async {
    let isConnected = await page.isConnected
    waits.withLock { $0.note(isConnected: isConnected, at: .now) }
  }

  private func sendOne(_ group: inout TaskGroup<Void>) async {
    let isLong = Int.random(in: 0..<20) == 0
    let message = Numbered(
      n: tally.withLock { tally in
        tally.sent += 1
        return tally.sent
      }, padding: String(repeating: "x", count: isLong ? Int.random(in: 1000...60_000) : 0))
    do {
      switch Int.random(in: 0..<4) {
      case 0:
        let values = try await page.post("count.takeAndRepeat", message, as: Int.self)
        group.addTask { await self.check(message.n, [0, 1, 2].map { 10 * message.n + $0 }) { try await values.all() } }
      case 1:
        let answer = try await page.ask("count.takeSlowly", message, as: Int.self)
        group.addTask { await self.check(message.n, [message.n]) { try await answer.values.all() } }
      case 2:
        let answer = try await page.ask("count.take", message, as: Int.self)
        group.addTask { await self.check(message.n, [message.n]) { try await answer.values.all() } }
      default:
        try await block(message)
      }
    } catch {
      note(message.n, "\(error)")
    }
  }

  /// Makes a blocking call, like `bridge.call`. If the transport fails, the page receives an error, and the call has
  /// run once or not at all.
  private func block(_ message: Numbered) async throws {
    tally.withLock { $0.blocking += 1 }
    let start = ContinuousClock.now
    defer { waits.withLock { $0.call = max($0.call, .now - start) } }
    do {
      let method = Bool.random() ? "count.take" : "count.takeSlowly"
      let answer = try await page.call(method, message, as: Int.self)
      if answer == message.n { tally.withLock { $0.answers += 1 } } else { note(message.n, "answered \(answer)") }
    } catch let error as TestPageError {
      guard case .closed = error else { throw error }
      tally.withLock { _ = $0.failed.insert(message.n) }
    }
  }

  private func check(_ number: Int, _ expected: [Int], _ values: () async throws -> [Int]) async {
    do {
      let values = try await values()
      if values == expected { tally.withLock { $0.answers += 1 } } else { note(number, "answered \(values)") }
    } catch {
      note(number, "\(error)")
    }
  }

  private func note(_ number: Int, _ what: String) {
    tally.withLock { $0.wrong.append("\(name)'s \(number): \(what)") }
  }
}
