import DSBridgeLocks
import Foundation
import SnippetBridgePlatform

/// A process that this program has started. Its standard output and standard error are read line by line.
///
/// The process has a process group of its own. Signals go to the whole group, so that they also reach the processes
/// that it has started. Ctrl-C in the terminal does not reach the group.
package final class ChildProcess: Sendable {
  /// A way in which a process has ended.
  package enum Ending: Equatable, Sendable, CustomStringConvertible {
    case exited(CInt)
    case killed(signal: CInt)

    /// Creates an ending from the status of waitpid(2).
    init(status: CInt) {
      let signal = status & 0x7F
      self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
    }

    package var description: String {
      switch self {
      case .exited(let status): "ended with status \(status)"
      case .killed(let signal): "was ended by signal \(signal) (\(String(cString: strsignal(signal)).lowercased()))"
      }
    }
  }

  private struct State {
    /// The process, which is also its group; `nil` after its end. The number may then be in use for another process.
    var process: pid_t?
    /// Indicates whether this command has asked the process to end.
    var isAskedToEnd = false
  }

  private let state: Mutex<State>

  /// Starts a program.
  /// - Parameters:
  ///   - command: The path or name of the program, followed by its arguments.
  ///   - input: The descriptor for standard input, or `nil` for none.
  ///   - line: A closure that is called with each line of output.
  ///   - environment: Variables to add to those of this process.
  ///   - ended: A closure that is called when the process has ended and its output was read, or 300 ms after the end if
  ///     the output is still open.
  package init(
    _ command: [String], input: CInt? = nil, environment: [String: String] = [:],
    line: @escaping @Sendable (String) -> Void, ended: @escaping @Sendable (Ending) -> Void
  ) throws {
    guard let output = SystemOutput.pipe() else { throw CommandError("no free descriptors") }
    state = Mutex(State())
    let (isStarted, isRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let failure = Mutex<(any Error)?>(nil)
    // The same thread starts the process and waits for its end. Linux treats the thread as the parent, so a process
    // that is started with `setpriv --pdeathsig` is not ended before this program.
    Thread.detachNewThread { [self] in
      let id: pid_t
      do {
        id = try Self.start(command, input: input, output: output.write, environment)
      } catch {
        failure.withLock { $0 = error }
        isStarted.signal()
        return
      }
      state.withLock { $0.process = id }
      isStarted.signal()
      // waitpid(2) would free the number. Until `process` is nil, `signal` may use the number.
      var information = siginfo_t()
      while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      state.withLock { state in
        // Ends the processes that the process has left. Otherwise, they might keep a port.
        if state.isAskedToEnd { kill(-id, SIGKILL) }
        state.process = nil
      }
      var status: CInt = 0
      while waitpid(id, &status, 0) < 0, errno == EINTR {}
      // A child of the process may keep the pipe open, so the output may never end.
      _ = isRead.wait(timeout: .now() + .milliseconds(300))
      ended(Ending(status: status))
    }
    isStarted.wait()
    close(output.write)
    if let error = failure.withLock({ $0 }) {
      close(output.read)
      throw error
    }
    Thread.detachNewThread {
      Self.readLines(of: output.read, line)
      close(output.read)
      isRead.signal()
    }
  }

  /// Starts a process in a new group, with the default actions for all signals, and returns its number.
  private static func start(
    _ command: [String], input: CInt?, output: CInt, _ environment: [String: String]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
    var id: pid_t = 0
    let problem = withCStrings(command) { arguments in
      withCStrings(variables) { posix_spawnp(&id, command[0], &actions, &attributes, arguments, $0) }
    }
    guard problem == 0 else { throw CommandError(String(cString: strerror(problem)).lowercased()) }
    return id
  }

  /// Calls `body` with C strings, followed by a null pointer.
  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }

  private static func readLines(of descriptor: CInt, _ line: (String) -> Void) {
    var lines = OutputSplitter()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      lines.add(buffer[..<count], line)
    }
    lines.end(line)
  }

  /// Sends a signal to the process and to all processes of its group, unless the process has ended. After a signal that
  /// asks for the end, the group is killed as soon as the process has ended.
  package func signal(_ number: CInt) {
    state.withLock { state in
      guard let process = state.process else { return }
      state.isAskedToEnd = state.isAskedToEnd || [SIGINT, SIGTERM, SIGKILL].contains(number)
      kill(-process, number)
    }
  }
}

/// The splitting of a process's output into lines. A value type without side effects.
struct OutputSplitter {
  /// The maximum size of a line, in bytes. The rest of a longer line is dropped.
  static let longestLine = 64 << 10

  private var rest: [UInt8] = []

  /// Calls `line` with each line that `bytes` completes.
  mutating func add(_ bytes: ArraySlice<UInt8>, _ line: (String) -> Void) {
    var bytes = bytes
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      append(bytes[..<end])
      line(String(decoding: rest, as: UTF8.self))
      rest.removeAll(keepingCapacity: true)
      bytes = bytes[(end + 1)...]
    }
    append(bytes)
  }

  /// Calls `line` with the last line if no line end follows it.
  mutating func end(_ line: (String) -> Void) {
    if !rest.isEmpty { line(String(decoding: rest, as: UTF8.self)) }
    rest = []
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    rest += bytes.prefix(Self.longestLine - rest.count)
  }
}
