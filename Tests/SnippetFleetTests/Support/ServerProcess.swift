import DSBridgeLocks
import Foundation
import Glibc
import TestSupport

/// A program that runs in the background until this object is released.
final class ServerProcess: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let process: pid_t
  private let hasEnded = Mutex(false)

  /// Starts a program and waits until it has printed a text.
  init(_ arguments: [String], until text: String) throws {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(description: "There is no pipe for \(arguments[0]).") }
    defer { close(ends[0]) }
    // Child processes that other threads start meanwhile must not inherit the pipe.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    var strings = arguments.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var process = pid_t()
    let error = posix_spawnp(&process, arguments[0], &actions, nil, &strings, environ)
    close(ends[1])
    guard error == 0 else {
      throw Failure(
        description: "Cannot run \(arguments[0]), which these tests need: apt-get install redis-server redis-sentinel")
    }
    self.process = process
    var output = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !text.isEmpty, !output.contains(text) {
      let count = read(ends[0], &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Failure(description: "\(arguments[0]) has not started: \(output)") }
      output += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
  }

  deinit {
    stop()
  }

  func send(_ signal: CInt) {
    kill(process, signal)
  }

  /// Kills the program and waits for its end.
  func stop() {
    guard
      !hasEnded.withLock({ hasEnded in
        defer { hasEnded = true }
        return hasEnded
      })
    else { return }
    kill(process, SIGKILL)
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  }
}
