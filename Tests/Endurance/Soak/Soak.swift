import ArgumentParser
import Foundation

/// Opens, uses and closes pages for an hour. The memory and the descriptors of the server must not grow.
struct Soak: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Opens and closes pages that call; the server's memory and descriptors must not grow.")

  /// The maximum growth from the second quarter of the run to the last, as a fraction.
  private static let mostGrowth = 0.02

  @Option(help: "The duration, in minutes.")
  var minutes = 60.0
  @Option(help: "The number of simultaneous pages.")
  var pages = 1000
  @Option(help: "The mean time between two actions of one page, in seconds.")
  var pause = 2.0
  @Option(help: "The folder with the files to serve.")
  var root = "Tests/Endurance/pages"

  func run() async throws {
    DescriptorLimit.raise()
    let server = try ServerProcess(root: root)
    let start = ContinuousClock.now
    let end = start + .seconds(60 * minutes)
    let visitors = Visitors(of: server.url, until: end, pause: .seconds(pause))
    let visiting = Task { await visitors.run(places: pages) }
    var (memory, descriptors) = (Samples(), Samples())
    var seconds = 0
    while .now < end {
      try await Task.sleep(until: start + .seconds(seconds + 1))
      seconds += 1
      let status = try server.status()
      memory.add(status.residentSize)
      descriptors.add(status.descriptors)
      if seconds % 60 == 0 {
        say("\(seconds / 60) min: \(figures(memory.recent(60), descriptors.recent(60))); \(describe(visitors.value))")
      }
    }
    await visiting.value
    let code = server.stop()
    let isFlat = memory.growth <= Self.mostGrowth && descriptors.growth <= Self.mostGrowth
    let isGood = isFlat && code == 0 && visitors.value.problems.isEmpty
    for quarter in 0..<4 {
      say("quarter \(quarter + 1): \(figures(memory.quarter(quarter), descriptors.quarter(quarter)))")
    }
    say(
      """
      soak: \(isGood ? "passed" : "FAILED"): the last quarter against the second: memory \(percent(memory.growth)), \
      descriptors \(percent(descriptors.growth)); the server ended with \(code); \(describe(visitors.value))
      """)
    if !isGood { throw ExitCode.failure }
  }

  private func figures(_ memory: Double, _ descriptors: Double) -> String {
    String(format: "%.1f MB, %.0f descriptors", memory / 1_048_576, descriptors)
  }

  private func percent(_ growth: Double) -> String {
    String(format: "%+.2f %%", 100 * growth)
  }

  private func describe(_ counts: Visitors.Counts) -> String {
    "\(counts.visits) visits, \(counts.answers) answers, \(counts.problems.values.reduce(0, +)) problems"
      + counts.problems.sorted { $0.value > $1.value }.prefix(5).map { "; \($0.value)× \($0.key)" }.joined()
  }
}
