import ArgumentParser
import Foundation
import SnippetBridgeDevelopment

/// The subcommand that prints a test for a recording.
struct TestFrom: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test-from", abstract: "Prints a Swift test that replays a recording.",
    discussion: """
      Record the session with the program's option --record.

      Examples:
        snippet-bridge test-from till.jsonl
        snippet-bridge test-from Tests/TillTests/till.jsonl > Tests/TillTests/TillSessionTests.swift
      """)

  @Argument(help: "The recording.")
  var file: String

  func run() throws {
    print(try Self.session(in: file).test, terminator: "")
  }

  /// Reads a recording. Throws an error of one line if the file is not a complete recording of a known version.
  static func session(in path: String) throws -> RecordedSession {
    var information = stat()
    guard stat(path, &information) != 0 || information.st_mode & S_IFMT == S_IFREG else {
      throw CommandError("\(path) is not a file. Pass a recording.")
    }
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: path)) } catch {
      throw CommandError("Cannot read \(path): \(error.localizedDescription)")
    }
    return try RecordedSession(data, name: URL(filePath: path).lastPathComponent)
  }
}
