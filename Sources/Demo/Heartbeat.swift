import DSBridge

/// An interface that the page calls repeatedly to show whether Swift is reachable.
@Exposed
final class Heartbeat {
  private let start = ContinuousClock.now

  /// Passes the age of the web view to `callback`, in whole seconds.
  func beat(callback: (Int) -> Void) {
    callback(Int((ContinuousClock.now - start).components.seconds))
  }
}
