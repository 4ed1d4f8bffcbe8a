import SnippetBridgePlatform

/// Standard input, output and error: descriptors 0 to 2.
package enum StandardDescriptors {
  /// Opens closed standard descriptors on `/dev/null`. Otherwise the next sockets and files would get these numbers,
  /// and would receive the program's output.
  ///
  /// Must be called before anything else is opened, and while no other thread opens anything.
  package static func ensureOpen() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 && errno == EBADF {
      // `open()` returns the lowest free descriptor, which is `number`. Child processes inherit it.
      _ = open("/dev/null", O_RDWR)
    }
  }
}
