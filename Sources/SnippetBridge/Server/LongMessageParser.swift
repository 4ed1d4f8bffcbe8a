import Dispatch
import Locks

/// The queue on which messages are parsed that are too long for an event loop.
final class LongMessageParser: Sendable {
  /// A serial queue has a thread even while interceptors hold all those of the global queues.
  private let queue = DispatchQueue(label: "long messages")

  /// The maximum size of the messages that wait to be parsed, in bytes.
  private let limit: Int
  private let waiting = Mutex(0)

  init(limit: Int) { self.limit = limit }

  /// Counts a message of `size` bytes. Returns `false`, and counts nothing, if too much waits: the message is to be
  /// parsed at once, so that it takes no memory.
  func admit(_ size: Int) -> Bool {
    waiting.withLock { waiting in
      guard waiting + size <= limit else { return false }
      waiting += size
      return true
    }
  }

  /// Runs `work`, which parses a message that was admitted with this size.
  func perform(_ size: Int, _ work: @escaping @Sendable () -> Void) {
    queue.async {
      work()
      self.waiting.withLock { $0 -= size }
    }
  }
}
