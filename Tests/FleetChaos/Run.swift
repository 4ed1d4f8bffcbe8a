import ArgumentParser
import DSBridge
import Foundation
import Logging
import SnippetBridgeTesting
import SnippetFleet
import TestSupport

/// The run: starts everything, disturbs it, and checks the promises of docs/guides/fleet.md.
struct Run: AsyncParsableCommand {
  @Option(help: "The duration of the disturbances, in seconds.")
  var seconds = 600
  @Option(help: "The number of pages.")
  var pages = 30
  @Option(help: "The seed of the disturbances; it is printed.")
  var seed = UInt64.random(in: 0...UInt64(UInt32.max))
  @Option(help: "A kind of disturbance. Can be repeated. Without this option, all kinds are used.")
  var only: [Disturbance] = []
  @Option(help: "A folder for the logs of the servers.")
  var logs: String?

  func run() async throws {
    let network = try Network()
    defer { Network.remove() }
    let (calls, prints) = (CallBook(), CallBook())
    let machines = try Machines(network, logs: logs)
    print("chaos: seed \(seed), \(pages) pages, \(seconds) s")
    var logger = Logger(label: "job")
    logger.logLevel = .error
    let fleet = try Fleet(machines.redisURL, name: "chaos", secrets: [FleetChaos.secret], logger: logger)
    try await fleet.run {
      try await fleet.serve(Printer(prints), by: "printer", idempotent: false)
      let kiosks = (1...pages).map { Kiosk(name: "till \($0)", url: machines.url, calls: calls, prints: prints) }
      let working = kiosks.map { kiosk in Task { await kiosk.run() } }
      let job = Job(fleet: fleet, kiosks: kiosks, book: calls)
      try await job.waitForAll(within: .seconds(30))
      let calling = (0..<8).map { _ in Task { await job.call() } }
      var random = SplitMix64(seed: seed)
      var recoveries: [Disturbance: [Duration]] = [:]
      let end = ContinuousClock.now + .seconds(seconds)
      while ContinuousClock.now < end {
        let kind = (only.isEmpty ? Disturbance.allCases : only).randomElement(using: &random) ?? .kill
        let machine = Network.servers.randomElement(using: &random) ?? Network.servers[0]
        let interrupted = calls.count(of: "interrupted")
        do {
          recoveries[kind, default: []] += try await disturb(machines, kind, machine, kiosks)
          try await job.waitForAll(within: .seconds(20))
        } catch {
          calls.addProblem("after \(kind.rawValue): \(error)")
        }
        if kind == .stop, calls.count(of: "interrupted") > interrupted {
          calls.addProblem("running calls failed when a server was stopped by SIGTERM")
        }
      }
      for task in calling + working { task.cancel() }
      for task in calling + working { await task.value }
      for (kind, times) in recoveries.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let sorted = times.sorted()
        guard !sorted.isEmpty else { continue }
        print(
          "chaos: \(kind.rawValue): \(sorted.count) pages, calls again after \(sorted[sorted.count / 2].text) (median), \(sorted[sorted.count - 1].text) (most)"
        )
      }
    }
    var problems: [String] = []
    for (title, book) in [("calls of pages", calls), ("calls of the printer", prints)] {
      let (found, summary) = book.verdict()
      print("chaos: \(title): \(summary)")
      problems += found.map { "\(title): \($0)" }
    }
    for problem in problems.prefix(20) { print("  \(problem)") }
    print("chaos: seed \(seed), \(problems.isEmpty ? "passed" : "FAILED: \(problems.count) problems")")
    if !problems.isEmpty { throw ExitCode.failure }
  }

  /// Disturbs a machine and repairs it. Returns the times after which the pages of the machine could call again.
  private func disturb(
    _ machines: Machines, _ kind: Disturbance, _ machine: Network.Machine, _ kiosks: [Kiosk]
  ) async throws -> [Duration] {
    let affected = kiosks.filter { kind.concernsAll || $0.status.place == machine.name }
    let start = ContinuousClock.now
    try machines.begin(kind, machine)
    // The moment from which an answer counts, because calls that were running may still be answered.
    let began = ContinuousClock.now
    async let repaired: Void = machines.repair(kind, machine)
    let recovered = await withTaskGroup(of: (Kiosk, Duration?).self) { group in
      for kiosk in affected {
        group.addTask {
          for await status in kiosk.statuses(within: .seconds(30)) {
            let isElsewhere = status.place != machine.name || kind.concernsAll
            if status.answered > began, isElsewhere || status.answered > began + kind.duration {
              return (kiosk, status.answered - start)
            }
          }
          return (kiosk, nil)
        }
      }
      return await group.reduce(into: [(Kiosk, Duration?)]()) { $0.append($1) }
    }
    try await repaired
    let lost = recovered.filter { $0.1 == nil }.map { "\($0.0.name): \($0.0.status.failure)" }
    guard lost.isEmpty else {
      throw TestError("pages could not call again within 30 s after \(kind.rawValue): \(lost)")
    }
    let times = recovered.compactMap(\.1)
    for case (let kiosk, let time?) in recovered where [.kill, .stop].contains(kind) && time > .seconds(3) {
      print("chaos: \(kind.rawValue) \(machine.name): \(kiosk.name) needed \(time.text): \(kiosk.status.failure)")
    }
    print("chaos: \(kind.rawValue) \(machine.name): \(affected.count) pages, \(times.max()?.text ?? "-")")
    return times
  }
}

/// The job, which calls pages by name.
struct Job: Sendable {
  let fleet: Fleet
  let kiosks: [Kiosk]
  let book: CallBook

  /// Calls until the task is cancelled.
  func call() async {
    while !Task.isCancelled {
      let name = kiosks.randomElement()?.name ?? ""
      if let webView = try? await fleet.webView(named: name) {
        let call = book.begin()
        do {
          _ = try await webView.call("count", with: [call], returning: Int.self, within: .seconds(10))
          book.ended(call, "ok")
        } catch let error as BridgeError {
          book.ended(call, error.code.word)
        } catch {
          book.ended(call, "cancelled")
        }
      }
      try? await Task.sleep(for: .milliseconds(Int.random(in: 1...20)))
    }
  }

  /// Returns whether a page is found by its name and answers a call within two seconds.
  private func answers(_ kiosk: Kiosk) async -> Bool {
    guard let webView = try? await fleet.webView(named: kiosk.name) else { return false }
    let call = book.begin()
    let answer = try? await webView.call("count", with: [call], returning: Int.self, within: .seconds(2))
    if answer != nil { book.ended(call, "ok") }
    return answer != nil
  }

  /// Waits until each page is found by its name, answers, and is listed once.
  func waitForAll(within limit: Duration) async throws {
    let end = ContinuousClock.now + limit
    var problem = ""
    while ContinuousClock.now < end {
      do {
        var names: [String: Int] = [:]
        for try await part in fleet.webViews.pages() {
          for webView in part { names[webView.name ?? "?", default: 0] += 1 }
        }
        let missing = kiosks.filter { names[$0.name] != 1 }.map { "\($0.name): \(names[$0.name] ?? 0)" }
        problem = "listed wrongly: \(missing) of \(names.count)"
        if missing.isEmpty {
          let silent = await withTaskGroup(of: String?.self) { group in
            for kiosk in kiosks { group.addTask { await answers(kiosk) ? nil : kiosk.name } }
            return await group.reduce(into: [String]()) { if let name = $1 { $0.append(name) } }
          }
          let states = kiosks.filter { silent.contains($0.name) }.map { "\($0.status)" }
          problem = "no answer from \(silent): \(states)"
          if silent.isEmpty { return }
        }
      } catch { problem = "\(error)" }
      // No single event states that the fleet is complete.
      try await Task.sleep(for: .milliseconds(200))
    }
    throw TestError("the fleet is not complete after \(limit.text): \(problem)")
  }
}
