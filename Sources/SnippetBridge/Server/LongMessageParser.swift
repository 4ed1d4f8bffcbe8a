import DSBridgeLocks
import Dispatch

/// The queue that parses the messages that are too long to be parsed on an event loop.
final class LongMessageParser: Sendable {
  /// A serial queue gets a thread even while interceptors block all threads of the global queues.
  private let queue = DispatchQueue(label: "long messages")

  /// The maximum total size of the messages that wait to be parsed, in bytes.
  private let limit: Int
  private let waiting = Mutex(0)

  init(limit: Int) { self.limit = limit }

  /// Counts a message of `size` bytes. Returns `false`, and counts nothing, if the limit would be exceeded. Then the
  /// caller must parse the message immediately, so that the message does not occupy memory while it waits.
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
