import Glibc

/// A program that was run to its end. The initializer blocks.
///
/// Does not use Foundation's `Process`: with a thousand open sockets, its `run()` ended the test process.
package struct Command {
  package let status: Int32
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The text of standard output and standard error.
  package let output: String

  package init(_ arguments: String...) throws { try self.init(arguments) }

  package init(_ arguments: [String]) throws {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(description: "no pipe") }
    // Child processes that other threads start meanwhile must not inherit the pipe.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    var strings = arguments.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    var process = pid_t()
    let error = posix_spawnp(&process, arguments[0], &actions, nil, &strings, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard error == 0 else { throw Failure(description: "cannot run \(arguments[0])") }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(ends[0], &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      bytes += buffer.prefix(count)
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    self.status = (status >> 8) & 255
    output = String(decoding: bytes, as: UTF8.self)
  }
}
