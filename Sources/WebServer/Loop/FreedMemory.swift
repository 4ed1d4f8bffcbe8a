import Foundation
import Platform

/// How the C library keeps what is freed. For the whole process; no effect where its owner has chosen otherwise by the
/// environment.
package enum FreedMemory {
  /// Has the C library return large blocks to the system as soon as they are freed, and its threads share two heaps.
  ///
  /// By itself glibc raises its threshold with each large block that is freed, and keeps the next ones: a server that
  /// once had 10 MB messages stayed at four times its size (docs/decisions/0010).
  ///
  /// By itself it also makes a heap for each thread, up to eight times the cores, and what one thread frees stays in
  /// the heap of the thread that has made it: a server of 1,000 pages had 16.
  package static func isReturned() {
    let environment = ProcessInfo.processInfo.environment
    if environment["MALLOC_MMAP_THRESHOLD_"] == nil { SystemMemory.returnBlocks(of: 256 << 10) }
    if environment["MALLOC_ARENA_MAX"] == nil { SystemMemory.limitHeaps(to: 2) }
  }

  /// Returns the pages that are free between others that are not; by itself the C library returns only those at a
  /// heap's end.
  package static func returnPages() { SystemMemory.returnFreePages() }
}
