import DSBridgeLocks
import Dispatch

/// A queue on which long messages are parsed, because parsing them on an event loop would block the loop's other
/// connections.
final class LongMessageParser: Sendable {
  /// The queue is serial. Dispatch provides a thread for a serial queue even if interceptors block all threads of the
  /// global queues.
  private let queue = DispatchQueue(label: "long messages")

  /// The maximum total size of the messages waiting to be parsed, in bytes.
  private let limit: Int
  private let waiting = Mutex(0)

  init(limit: Int) { self.limit = limit }

  /// Adds a message of `size` bytes to the total. If the total would exceed the limit, adds nothing and returns
  /// `false`. The caller must then parse the message immediately, so that waiting messages do not use more memory.
  func admit(_ size: Int) -> Bool {
    waiting.withLock { waiting in
      guard waiting + size <= limit else { return false }
      waiting += size
      return true
    }
  }

  /// Runs `work` on the queue, to parse a message that was admitted with this size.
  func perform(_ size: Int, _ work: @escaping @Sendable () -> Void) {
    queue.async {
      work()
      self.waiting.withLock { $0 -= size }
    }
  }
}
