import DSBridgeLocks
import Foundation
import Glibc

/// A program that runs in the background until this object is released, or until this process ends.
package final class BackgroundProgram: Sendable {
  private let program: SpawnedProgram
  /// The end of a pipe. When this process ends, also by SIGKILL, a shell reads the end of the pipe and kills the
  /// program.
  private let lifeline: CInt
  private let hasEnded = Mutex(false)

  /// Starts a program and waits until it has printed a text. Blocks.
  package init(_ arguments: [String], until text: String) throws {
    let ends = try SpawnedProgram.makePipe()
    // `$$` is the process that becomes the program.
    let script = "( (read -r nothing <&3; kill -9 $$) >/dev/null 2>&1 & ); exec \"$@\" 3<&-"
    defer { close(ends[0]) }
    lifeline = ends[1]
    do {
      program = try SpawnedProgram(["/bin/sh", "-c", script, "sh"] + arguments, input: ends[0])
    } catch {
      close(ends[1])
      throw error
    }
    // The rest of the output is read and dropped, because writing to a closed pipe could end the program.
    defer {
      Thread.detachNewThread { [program] in
        while program.read() != nil {}
        program.closeOutput()
      }
    }
    var output: [UInt8] = []
    while !text.isEmpty, !String(decoding: output, as: UTF8.self).contains(text) {
      guard let bytes = program.read() else {
        stop()
        throw TestError("\(arguments[0]) has not started: \(String(decoding: output, as: UTF8.self))")
      }
      output += bytes
    }
  }

  deinit {
    stop()
  }

  /// Sends the program a signal.
  package func send(_ signal: CInt) {
    kill(program.process, signal)
  }

  /// Kills the program and waits for its end.
  package func stop() {
    let mustStop = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    guard mustStop else { return }
    kill(program.process, SIGKILL)
    _ = program.wait()
    close(lifeline)
  }
}

/// A child process and the pipe for its standard output and standard error.
struct SpawnedProgram: Sendable {
  let process: pid_t
  private let output: CInt

  /// Starts a program.
  /// - Parameter input: A descriptor that the program receives as descriptor 3.
  init(_ arguments: [String], input: CInt? = nil) throws {
    let ends = try Self.makePipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    if let input { posix_spawn_file_actions_adddup2(&actions, input, 3) }
    var strings = arguments.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var process = pid_t()
    let error = posix_spawnp(&process, arguments[0], &actions, nil, &strings, environ)
    close(ends[1])
    guard error == 0 else {
      close(ends[0])
      throw TestError("\(arguments[0]) cannot be started: \(String(cString: strerror(error)))")
    }
    (self.process, output) = (process, ends[0])
  }

  /// Returns the ends of a pipe for reading and writing.
  static func makePipe() throws -> [CInt] {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw TestError("There is no pipe: \(String(cString: strerror(errno)))") }
    // Child processes that other threads start meanwhile must not inherit the pipe.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  /// Returns the next bytes of the output, or nil at its end. Blocks.
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(output, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      return count > 0 ? Array(buffer.prefix(count)) : nil
    }
  }

  func closeOutput() {
    close(output)
  }

  /// Returns the exit status. Blocks until the program has ended.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return (status >> 8) & 255
  }
}
