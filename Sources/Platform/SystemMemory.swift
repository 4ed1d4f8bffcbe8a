import CLinux

/// How the C library keeps what is freed. For the whole process; no effect where the C library has no such setting.
package enum SystemMemory {
  /// Blocks of this size, in bytes, and more go back to the system as soon as they are freed.
  package static func returnBlocks(of size: CInt) { sb_return_blocks_of(size) }

  /// How many heaps threads share.
  package static func limitHeaps(to count: CInt) { sb_limit_heaps(count) }

  /// Gives back whole pages that nothing uses, of all heaps.
  package static func returnFreePages() { sb_return_free_pages() }
}
