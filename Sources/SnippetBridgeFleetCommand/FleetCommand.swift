package import ArgumentParser
import Foundation
import SnippetBridgePlatform

/// The commands for fleets. `snippet-bridge fleet` runs them in a process of their own, so that `snippet-bridge`
/// contains neither the bridge nor hiredis.
package struct FleetCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "snippet-bridge fleet", abstract: "Lists, calls and watches the pages of a fleet.",
    discussion: """
      Each command begins with the address of Redis and the fleet's name. Without them, the variables \
      \(FleetChoice.addressVariable) and \(FleetChoice.nameVariable) contain both. Other users of this machine can \
      read a command line, so put an address with a password into the variable.

      Examples:
        snippet-bridge fleet list redis://127.0.0.1:6379 lakeside
        snippet-bridge fleet call "till 3" showPrice 3
        snippet-bridge fleet call --group lobby ring
        snippet-bridge fleet watch --json
      """,
    subcommands: [List.self, Call.self, Watch.self])

  package init() {}
}

/// A command for a fleet.
protocol FleetSubcommand: AsyncParsableCommand {
  /// Runs the command. Calls `output` with each line of output.
  func run(environment: [String: String], output: (String) -> Void) async throws
}

extension FleetSubcommand {
  func run() async throws {
    // Another program may read the lines one by one.
    SystemOutput.writeEachLine()
    try await run(environment: ProcessInfo.processInfo.environment) { print($0) }
  }
}

/// An error that the command reports in one line.
struct FleetCommandError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
