import ArgumentParser
import Foundation

/// The subcommand for fleets, which another program runs: that program contains the bridge and needs hiredis.
struct FleetPassage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet", abstract: "Lists, calls and watches the pages of a fleet.",
    discussion: """
      The program snippet-bridge-fleet does this. If it is not beside this program, SwiftPM builds it from the package in \
      this folder, which depends on SnippetBridge.
      """)

  @Argument(parsing: .captureForPassthrough, help: "list, call or watch, and its arguments.")
  var arguments: [String] = []

  func run() throws {
    let command = Self.command(arguments, beside: Bundle.main.executableURL)
    // The other program replaces this one, so it receives the signals.
    let words = command.map { strdup($0) } + [nil]
    execvp(command[0], words)
    throw CommandError("\(command[0]) cannot be run: \(String(cString: strerror(errno)).lowercased())")
  }

  /// Returns the command line of the other program.
  /// - Parameter program: the path of this program.
  static func command(_ arguments: [String], beside program: URL?) -> [String] {
    let path = Executable.path(of: "snippet-bridge-fleet", beside: program)
    return (path.map { [$0] } ?? ["swift", "run", "--quiet", "snippet-bridge-fleet"]) + arguments
  }
}
