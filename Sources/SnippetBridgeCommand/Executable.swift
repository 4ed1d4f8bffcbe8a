import Foundation

/// An installed program.
struct Executable {
  let url: URL

  /// Finds a program in the folders of the variable PATH. Returns `nil` if it is in none of them.
  init?(_ name: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    let folders = (environment["PATH"] ?? "").split(separator: ":")
    let urls = folders.map { URL(filePath: String($0)).appending(path: name) }
    guard let url = urls.first(where: Self.isExecutable) else { return nil }
    self.url = url
  }

  init(url: URL) { self.url = url }

  /// Returns the path of a program in the folder of `program`, or `nil` if it is not there.
  static func path(of name: String, beside program: URL?) -> String? {
    let url = program?.deletingLastPathComponent().appending(path: name)
    return url.flatMap { isExecutable($0) ? $0.path(percentEncoded: false) : nil }
  }

  private static func isExecutable(_ url: URL) -> Bool {
    FileManager.default.isExecutableFile(atPath: url.path(percentEncoded: false))
  }

  /// The result of a run.
  struct Result {
    let status: Int32
    /// The standard output. Also contains the standard error, in the order of writing, unless the terminal shows it.
    let output: String
    /// The last line of the output that is not empty.
    var lastLine: String { output.split(whereSeparator: \.isNewline).last.map(String.init) ?? "no output" }
  }

  /// Runs the program, and waits for its end.
  /// - Parameter showsErrors: Whether the standard error goes to the terminal instead of the result.
  func run(
    _ arguments: [String], environment: [String: String]? = nil, showsErrors: Bool = false
  ) throws -> Result {
    let process = Process()
    let output = Pipe()
    process.executableURL = url
    process.arguments = arguments
    if let environment { process.environment = environment }
    process.standardOutput = output
    if !showsErrors { process.standardError = output }
    do { try process.run() } catch {
      throw CommandError("\(url.path(percentEncoded: false)) cannot be run: \(error.localizedDescription)")
    }
    let bytes = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return Result(status: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self))
  }
}
