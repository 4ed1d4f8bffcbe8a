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
