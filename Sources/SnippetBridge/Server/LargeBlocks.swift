#if canImport(Glibc)
import Glibc
#endif

/// Memory of the size of large messages.
enum LargeBlocks {
  /// Has the C library return large blocks to the system as soon as they are freed. For the whole process; no effect where its owner has
  /// chosen otherwise by the environment.
  ///
  /// By itself glibc raises its threshold with the first large block that is freed, and keeps the next ones: a server that once had 10 MB messages
  /// stayed at four times its size (docs/decisions/0010).
  static func areReturned() {
    #if canImport(Glibc)
    if getenv("MALLOC_MMAP_THRESHOLD_") == nil { _ = mallopt(M_MMAP_THRESHOLD, 256 << 10) }
    #endif
  }
}
