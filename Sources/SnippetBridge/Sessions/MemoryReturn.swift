import DSBridge
import Synchronization
import WebServer

/// Returns the memory of web views that have gone, once for all that go within a minute.
final class MemoryReturn: Sendable {
  private static let delay: Duration = .seconds(60)

  private let isDue = Atomic(false)

  func webViewHasGone() {
    guard !isDue.exchange(true, ordering: .relaxed) else { return }
    _ = Alarm(after: Self.delay, by: ContinuousClock()) {
      self.isDue.store(false, ordering: .relaxed)
      FreedMemory.returnPages()
    }
  }
}
