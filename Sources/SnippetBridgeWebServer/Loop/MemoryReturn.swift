import DSBridgeLocks
import Dispatch
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
