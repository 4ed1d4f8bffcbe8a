import SnippetBridgeCLinux

/// Settings for the C library's allocator, for the whole process. A setting has no effect if the C library does not
/// support it.
package enum SystemMemory {
  /// Makes the allocator return blocks of at least `size` bytes to the system when they are freed.
  package static func returnBlocks(of size: CInt) { sb_return_blocks_of(size) }

  /// Limits the number of allocator heaps that the threads share.
  package static func limitHeaps(to count: CInt) { sb_limit_heaps(count) }

  /// Returns unused memory pages in all heaps to the system, even between used pages. By default, the C library returns
  /// only pages at the end of a heap.
  package static func returnFreePages() { sb_return_free_pages() }
}

/// The limit on the number of open descriptors in this process.
package enum SystemDescriptors {
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

  /// The soft and hard limits, or nil if the system does not report them.
  package static var limit: rlimit? {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  /// Changes the soft limit if possible. Returns the resulting soft limit, or nil if the system does not report it.
  @discardableResult
  package static func changeLimit(_ wanted: (rlimit) -> rlim_t) -> Int? {
    guard var limit else { return nil }
    limit.rlim_cur = wanted(limit)
    setrlimit(resource, &limit)
    return self.limit.map { Int(clamping: $0.rlim_cur) }
  }
}

/// Flags for open(2) that exist only on Linux.
package enum SystemFile {
  /// `O_PATH` (asm-generic/fcntl.h), which the Glibc module does not export. A folder that is opened with this flag can
  /// only be traversed, so the process needs only the permission to search the folder.
  package static let passThrough: CInt = 0o10_000_000
}

/// Settings for standard output.
package enum SystemOutput {
  /// Creates a pipe whose ends new processes do not inherit, or returns `nil` if the process has no free descriptors.
  package static func pipe() -> (read: CInt, write: CInt)? {
    var ends: [CInt] = [-1, -1]
    return sb_pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
  }

  /// Makes the C library write each line at once, even if standard output is a pipe.
  package static func writeEachLine() { sb_write_each_line() }
}

/// Settings for the calling thread.
package enum SystemThread {
  /// Sets the thread's name, which debuggers and `top` show. Only the first 15 bytes are shown.
  package static func setName(_ name: String) { sb_name_this_thread(name) }
}

/// The system's clock.
package enum SystemClock {
  /// Whether the clock follows a time server. `true` if the system does not report it.
  package static var isSynchronized: Bool { sb_clock_is_synchronized() != 0 }
}
