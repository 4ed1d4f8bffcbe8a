import Foundation

/// A program of this package, run to its end.
struct Run {
  let status: Int32
  let output: String
  let errors: [String]

  init(_ program: String, _ arguments: String...) throws {
    let process = Process()
    // The programs are built beside the tests.
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: program)
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
