import DSBridgeLocks
import Dispatch
import Foundation
import SnippetBridgePlatform

/// An object that returns the memory of ended connections and web views to the system, one minute after the first of
/// them has ended. One pass covers all connections and web views that end within that minute.
///
/// Without this, the C library keeps free memory between used blocks: 15,000 unfinished TLS handshakes left 326 MB.
package final class MemoryReturn: Sendable {
  /// The instance for the process.
  package static let shared = MemoryReturn(
    later: { queue.asyncAfter(deadline: .now() + 60, execute: $0) }, returning: SystemMemory.returnFreePages)

  /// The queue on which memory is returned. A loop's thread is not used, because the whole heap is scanned.
  private static let queue = DispatchQueue(label: "SnippetBridge.MemoryReturn", qos: .utility)

  private let later: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let returnMemory: @Sendable () -> Void
  private let isDue = Atomic(false)

  /// Creates an instance with replaceable parts.
  /// - Parameters:
  ///   - later: Calls its argument after one minute.
  ///   - returning: Returns free memory to the system.
  init(
    later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void, returning: @escaping @Sendable () -> Void
  ) {
    self.later = later
    returnMemory = returning
  }

  /// Schedules a pass after a connection or a web view has ended. Cheap on any thread.
  package func somethingEnded() {
    // The flag is read before it is written, because a write would invalidate the cache line of all other cores.
    guard !isDue.load(ordering: .relaxed), !isDue.exchange(true, ordering: .relaxed) else { return }
    later { [self] in
      // This pass may miss the memory of objects that end from now on. Therefore such objects schedule another pass.
      isDue.store(false, ordering: .sequentiallyConsistent)
      returnMemory()
    }
  }
}

/// The C library's handling of freed memory, for the whole process. Settings in the environment take precedence.
package enum FreedMemory {
  /// Makes the C library return large blocks to the system as soon as they are freed, and limits the process to two
  /// heaps.
  ///
  /// By default, freeing a large block raises glibc's threshold for large blocks, and glibc then keeps freed blocks
  /// below the threshold. A server that had once handled 10 MB messages kept using four times as much memory
  /// (docs/decisions/0010).
  ///
  /// By default, glibc also creates a heap for each thread, up to eight times the number of cores. Freed memory stays
  /// in the heap of the thread that allocated it. A server with 1,000 open pages had 16 heaps.
  package static func isReturned() {
    let environment = ProcessInfo.processInfo.environment
    if environment["MALLOC_MMAP_THRESHOLD_"] == nil { SystemMemory.returnBlocks(of: 256 << 10) }
    if environment["MALLOC_ARENA_MAX"] == nil { SystemMemory.limitHeaps(to: 2) }
  }
}
