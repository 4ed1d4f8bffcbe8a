@testable import DSBridge

extension WebView.Limits {
  /// Limits without a watchdog, so that only the tested timers wait on the test's clock.
  static var unwatched: WebView.Limits {
    var limits = WebView.Limits()
    limits.functionTimeLimit = nil
    return limits
  }
}
