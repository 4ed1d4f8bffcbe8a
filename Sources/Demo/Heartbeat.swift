import DSBridge

/// What the page asks again and again, to show whether Swift can be reached.
@Exposed
final class Heartbeat {
  private let start = ContinuousClock.now

  /// Gives the age of the web view, in whole seconds.
  func beat(callback: (Int) -> Void) {
    callback(Int((ContinuousClock.now - start).components.seconds))
  }
}
