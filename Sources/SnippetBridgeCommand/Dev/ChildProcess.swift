import Foundation
import SnippetBridgePlatform

/// A process that this command has started. Its standard output and standard error are read line by line.
///
/// The process has a process group of its own, because Ctrl-C in the terminal must not end it without the command.
final class ChildProcess: Sendable {
  /// A way in which a process has ended.
  enum Ending: Equatable, Sendable, CustomStringConvertible {
    case exited(CInt)
    case killed(signal: CInt)

    var description: String {
      switch self {
      case .exited(let status): "ended with status \(status)"
      case .killed(let signal): "was ended by \(String(cString: strsignal(signal)).lowercased()) (signal \(signal))"
      }
    }
  }

  private let process = Process()

  /// Starts a program.
  /// - Parameters:
  ///   - command: The path or name of the program, followed by its arguments.
  ///   - input: The descriptor for standard input, or `nil` for none.
  ///   - line: A closure that is called with each line of output.
  ///   - environment: Variables to add to those of this process.
  ///   - ended: A closure that is called when the process has ended and its output was read, or 300 ms after the end if
  ///     the output is still open.
  init(
    _ command: [String], input: CInt? = nil, environment: [String: String] = [:],
    line: @escaping @Sendable (String) -> Void, ended: @escaping @Sendable (Ending) -> Void
  ) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    // A program inherits the signals that this process ignores. `env` of GNU coreutils restores their default actions.
    process.arguments = ["--default-signal"] + command
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput =
      input.map { FileHandle(fileDescriptor: $0, closeOnDealloc: false) } ?? FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    let isRead = DispatchSemaphore(value: 0)
    process.terminationHandler = { process in
      // A child of the process may keep the pipe open, so the output may never end.
      _ = isRead.wait(timeout: .now() + .milliseconds(300))
      let status = process.terminationStatus
      ended(process.terminationReason == .exit ? .exited(status) : .killed(signal: status))
    }
    try process.run()
    Thread.detachNewThread {
      Self.readLines(of: output.fileHandleForReading, line)
      isRead.signal()
    }
  }

  private static func readLines(of handle: FileHandle, _ line: (String) -> Void) {
    var rest: [UInt8] = []
    // `read(upToCount:)` would wait until that number of bytes has arrived.
    while case let data = handle.availableData, !data.isEmpty {
      rest += data
      let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for text in lines.dropLast() { line(String(decoding: text, as: UTF8.self)) }
      rest = Array(lines.last ?? [])
    }
    if !rest.isEmpty { line(String(decoding: rest, as: UTF8.self)) }
  }

  /// Sends a signal, unless the process has ended.
  func signal(_ number: CInt) {
    if process.isRunning { kill(process.processIdentifier, number) }
  }
}
