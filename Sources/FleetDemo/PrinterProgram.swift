import ArgumentParser
import Foundation
import SnippetBridge
import SnippetFleet

/// The process with the printer, which serves no pages.
struct PrinterProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "printer", shouldDisplay: false)

  @Option var redis: String

  func run() async throws {
    let fleet = try Fleet(redis, name: FleetDemo.fleet)
    try await fleet.serve(Printer(), by: "printer")
    try await fleet.run()
  }
}

/// A simulated printer.
@Exposed final class Printer {
  private var count = 0

  /// Prints a text. Returns a sentence about it.
  func print(_ text: String) -> String {
    count += 1
    return "Receipt \(count), printed by process \(ProcessInfo.processInfo.processIdentifier)"
  }
}
