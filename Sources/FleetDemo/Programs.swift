import Foundation
import SnippetBridge
import SnippetBridgeCommand
import SnippetBridgePlatform
import Synchronization

/// The programs that the demo starts. Linux kills them when the demo ends.
struct Programs: Sendable {
  private let paths: [String: String]

  /// Finds the programs of other packages. Throws an error that names the packages to install.
  init() throws {
    let packages = ["redis-server": "redis-server", "haproxy": "haproxy", "setpriv": "util-linux"]
    let variable = ProcessInfo.processInfo.environment["PATH"] ?? ""
    // Debian installs HAProxy in a folder that is not in the PATH of all users.
    let folders = variable.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin"]
    paths = packages.keys.reduce(into: [:]) { paths, name in
      paths[name] = folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    }
    let missing = packages.filter { paths[$0.key] == nil }
    guard missing.isEmpty else {
      throw CommandError(
        """
        This demo needs \(missing.keys.sorted().joined(separator: " and ")). Install: sudo apt install \
        \(missing.values.sorted().joined(separator: " "))
        """)
    }
  }

  /// Starts a program of another package. If it ends, the demo ends too.
  /// - Parameter input: The text for standard input.
  func start(_ name: String, _ arguments: [String], input: String = "") throws {
    guard let path = paths[name], let pipe = SystemOutput.pipe() else {
      throw CommandError("\(name) cannot be started.")
    }
    let (reader, writer) = (FileHandle(fileDescriptor: pipe.read), FileHandle(fileDescriptor: pipe.write))
    defer { try? reader.close() }
    // The text is shorter than a pipe's buffer, so this does not wait for the program.
    try writer.write(contentsOf: Data(input.utf8))
    try writer.close()
    let last = Mutex("")
    try run([path] + arguments, input: pipe.read, line: { line in last.withLock { $0 = line } }) { ending in
      BridgeServer.exit(withError: CommandError("\(name) \(ending): \(last.withLock { $0 })"))
    }
  }

  /// Starts this program again, with other arguments.
  @discardableResult
  func startThis(
    _ arguments: [String], line: @escaping @Sendable (String) -> Void = { _ in },
    ended: @escaping @Sendable (ChildProcess.Ending) -> Void
  ) throws -> ChildProcess {
    guard let path = Bundle.main.executablePath else { throw CommandError("The path of this program is unknown.") }
    return try run([path] + arguments, line: line, ended: ended)
  }

  /// Starts a server, and waits until it accepts connections.
  func startServer(
    _ arguments: [String], ended: @escaping @Sendable () -> Void
  ) async throws -> ChildProcess {
    let (lines, line) = AsyncStream<String>.makeStream()
    let process = try startThis(arguments, line: { line.yield($0) }) { _ in
      line.finish()
      ended()
    }
    var last = ""
    for await line in lines {
      if line.hasPrefix("Open ") { return process }
      last = line
    }
    throw CommandError("A server has not started: \(last)")
  }

  @discardableResult
  private func run(
    _ command: [String], input: CInt? = nil, line: @escaping @Sendable (String) -> Void,
    ended: @escaping @Sendable (ChildProcess.Ending) -> Void
  ) throws -> ChildProcess {
    try ChildProcess(
      [paths["setpriv"] ?? "setpriv", "--pdeathsig", "KILL", "--"] + command, input: input, line: line, ended: ended)
  }
}
