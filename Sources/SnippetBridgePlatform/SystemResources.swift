import SnippetBridgeCLinux

/// The C library's handling of freed memory, for the whole process. A setting has no effect if the C library does not
/// support it.
package enum SystemMemory {
  /// Makes the C library return large blocks to the system as soon as they are freed, and limits the process to two
  /// heaps. Settings in the environment take precedence.
  ///
  /// By default, freeing a large block raises glibc's threshold for large blocks, and glibc then keeps freed blocks
  /// below the threshold. A server that had once handled 10 MB messages kept using four times as much memory
  /// (docs/decisions/0010).
  ///
  /// By default, glibc also creates a heap for each thread, up to eight times the number of cores. Freed memory stays
  /// in the heap of the thread that allocated it. A server with 1,000 open pages had 16 heaps.
  package static func returnFreedBlocks() {
    if getenv("MALLOC_MMAP_THRESHOLD_") == nil { sb_return_blocks_of(256 << 10) }
    if getenv("MALLOC_ARENA_MAX") == nil { sb_limit_heaps(2) }
  }

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
