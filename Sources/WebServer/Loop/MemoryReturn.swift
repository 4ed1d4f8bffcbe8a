import Dispatch
import Locks

/// Returns to the system what connections and web views that have ended leave behind: a minute after one has ended,
/// once for all that end within that minute.
///
/// By itself the C library keeps what is free between other blocks: 15,000 TLS handshakes that were never finished left
/// 326 MB.
package final class MemoryReturn: Sendable {
  /// The process's.
  package static let shared = MemoryReturn(
    later: { queue.asyncAfter(deadline: .now() + 60, execute: $0) }, returning: FreedMemory.returnPages)

  /// Not a loop's thread: all of the heap is looked through.
  private static let queue = DispatchQueue(label: "SnippetBridge.MemoryReturn", qos: .utility)

  private let later: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let returnMemory: @Sendable () -> Void
  private let isDue = Atomic(false)

  /// `later` calls what it gets in a minute.
  init(
    later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void, returning: @escaping @Sendable () -> Void
  ) {
    self.later = later
    returnMemory = returning
  }

  /// A connection or a web view. Cheap on any thread.
  package func somethingEnded() {
    // Read first: writing would take the cache line away from all other cores.
    guard !isDue.load(ordering: .relaxed), !isDue.exchange(true, ordering: .relaxed) else { return }
    later { [self] in
      // What ends from now on may not be included in this round.
      isDue.store(false, ordering: .sequentiallyConsistent)
      returnMemory()
    }
  }
}
