import CLibwebsockets
import Foundation

/// Memory of the size of large messages.
package enum LargeBlocks {
  /// Has the C library return large blocks to the system as soon as they are freed. For the whole process; no effect where its
  /// owner has chosen otherwise by the environment.
  ///
  /// By itself glibc raises its threshold with each large block that is freed, and keeps the next ones: a server that once
  /// had 10 MB messages stayed at four times its size (docs/decisions/0010).
  package static func areReturned() {
    guard ProcessInfo.processInfo.environment["MALLOC_MMAP_THRESHOLD_"] == nil else { return }
    sb_return_blocks_of(256 << 10)
  }
}
