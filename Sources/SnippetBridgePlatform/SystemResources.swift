import SnippetBridgeCLinux

/// Settings of the C library's allocator, for the whole process. They have no effect if the C library lacks them.
package enum SystemMemory {
  /// Returns blocks of at least `size` bytes to the system as soon as they are freed.
  package static func returnBlocks(of size: CInt) { sb_return_blocks_of(size) }

  /// Limits the number of heaps that threads share.
  package static func limitHeaps(to count: CInt) { sb_limit_heaps(count) }

  /// Returns unused whole pages of all heaps to the system.
  package static func returnFreePages() { sb_return_free_pages() }
}

/// The limit of open descriptors of this process.
package enum SystemDescriptors {
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

  /// The soft and hard limit; nil if the system does not report them.
  package static var limit: rlimit? {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  package static func setLimit(_ limit: rlimit) {
    var limit = limit
    setrlimit(resource, &limit)
  }
}

/// Flags of open(2) that only Linux has.
package enum SystemFile {
  /// `O_PATH` (asm-generic/fcntl.h), which the Glibc module leaves out. It opens a folder that is only traversed, for
  /// which search permission is enough.
  package static let passThrough: CInt = 0o10_000_000
}

/// The calling thread.
package enum SystemThread {
  /// Sets the thread's name for debuggers and `top`, which show 15 bytes.
  package static func setName(_ name: String) { sb_name_this_thread(name) }
}
