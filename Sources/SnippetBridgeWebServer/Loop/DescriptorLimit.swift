import SnippetBridgePlatform

/// The process's limit on the number of open descriptors.
package enum DescriptorLimit {
  /// The maximum that libwebsockets can use. libwebsockets has a table with an entry for every descriptor that the
  /// process may open. If the limit is in the millions, as in some containers, libwebsockets falls back to 2560
  /// entries.
  private static let most: rlim_t = 1 << 20
  /// The limit that ``raise()`` sets if possible, which is enough for the default number of connections. A higher limit
  /// costs time, because libwebsockets scans its table whenever a connection ends, with about 6 instructions per entry.
  private static let usual: rlim_t = 1 << 16

  /// Raises the soft limit to the maximum that the system allows, up to 65,536. Terminals and service managers set a
  /// limit of 1024 for the sake of programs that use select(2). The change affects the whole process and the programs
  /// it starts.
  package static func raise() {
    SystemDescriptors.changeLimit { max($0.rlim_cur, min($0.rlim_max, usual)) }
  }

  /// Lowers the soft limit to the maximum that libwebsockets can use. Returns the resulting limit, or `nil` if the
  /// system does not report it.
  static func fit() -> Int? {
    SystemDescriptors.changeLimit { min($0.rlim_cur, most) }
  }
}

/// Standard input, output and error: descriptors 0 to 2.
package enum StandardDescriptors {
  /// Opens closed standard descriptors on `/dev/null`. Otherwise the next sockets and files to be opened would be
  /// assigned these numbers, and would receive the program's output.
  ///
  /// Must be called before anything else is opened, and while no other thread opens anything.
  package static func ensureOpen() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 && errno == EBADF {
      // `open()` returns the lowest free descriptor, which is `number`. Child processes inherit this descriptor,
      // because it is opened without `O_CLOEXEC`.
      _ = open("/dev/null", O_RDWR)
    }
  }
}
