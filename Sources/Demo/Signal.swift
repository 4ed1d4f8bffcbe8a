import Foundation
import Synchronization

/// Tells everybody who listens that something is another than before. What it is, they look up.
final class Signal: Sendable {
  private let listeners = Mutex<[UUID: AsyncStream<Void>.Continuation]>([:])

  func send() {
    for listener in listeners.withLock({ Array($0.values) }) { listener.yield() }
  }

  /// Several signals that nobody has waited for are one.
  var signals: AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { listener in
      let id = UUID()
      listeners.withLock { $0[id] = listener }
      listener.onTermination = { [weak self] _ in _ = self?.listeners.withLock { $0.removeValue(forKey: id) } }
    }
  }
}
