import Foundation

/// A program, run to its end.
struct Run {
  /// The folder in which this package's programs are built, and the tests.
  static let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()

  /// SnippetBridge, as this package got it.
  static let checkout = folder.appending(path: "../../checkouts/SnippetBridge").standardizedFileURL

  let status: Int32
  let output: String
  let errors: [String]

  /// One of this package.
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
