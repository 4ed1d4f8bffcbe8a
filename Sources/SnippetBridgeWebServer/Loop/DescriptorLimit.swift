import SnippetBridgePlatform

/// The limit on the number of open descriptors of the process.
package enum DescriptorLimit {
  /// The maximum that libwebsockets can use. Its table has an entry for every descriptor that the process may have. If
  /// the limit is in the millions, as in some containers, libwebsockets falls back to 2560 entries.
  private static let most: rlim_t = 1 << 20
  /// The limit that ``raise()`` asks for, enough for the default number of connections. A higher limit costs time:
  /// libwebsockets scans its table whenever a connection ends, with about 6 instructions per entry.
  private static let usual: rlim_t = 1 << 16

  /// Raises the soft limit to what the system allows, up to 65,536. Terminals and service managers set 1024 for
  /// programs that use select(2). Affects the whole process and the programs it starts.
  package static func raise() {
    change { max($0.rlim_cur, min($0.rlim_max, usual)) }
  }

  /// Lowers the soft limit to what libwebsockets can use. Returns the resulting limit, or `nil` if the system does
  /// not report it.
  static func fit() -> Int? {
    change { min($0.rlim_cur, most) }
  }

  @discardableResult
  private static func change(_ wanted: (rlimit) -> rlim_t) -> Int? {
    guard var limit = SystemDescriptors.limit else { return nil }
    let soft = wanted(limit)
    if soft != limit.rlim_cur {
      limit.rlim_cur = soft
      SystemDescriptors.setLimit(limit)
    }
    return SystemDescriptors.limit.map { Int(clamping: $0.rlim_cur) }
  }
}

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
