import Platform

/// Standard input, output and error: descriptors 0 to 2.
package enum StandardDescriptors {
  /// Opens those that are closed on `/dev/null`. Else the next sockets and files would get these numbers, and with them
  /// what the program prints.
  ///
  /// To be called before anything else is opened, and while no other thread opens anything.
  package static func ensureOpen() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 && errno == EBADF {
      // The lowest number that is free, which is this one. Programs that this one starts have it too.
      _ = open("/dev/null", O_RDWR)
    }
  }
}
