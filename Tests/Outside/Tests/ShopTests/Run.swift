import Foundation

/// The result of running a program to its end.
struct Run {
  /// The folder of this package's built programs and tests.
  static let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  /// The checkout of SnippetBridge that this package uses.
  static let checkout = folder.appending(path: "../../checkouts/SnippetBridge").standardizedFileURL

  let status: Int32
  let output: String
  let errors: [String]

  /// Runs a program of this package.
  init(_ program: String, _ arguments: String...) throws {
    try self.init(Self.folder.appending(path: program), arguments)
  }

  init(_ program: URL, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, output, errors)
    try process.run()
    let written = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    self.output = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
    self.errors = written.split(whereSeparator: \.isNewline).map(String.init)
  }
}
