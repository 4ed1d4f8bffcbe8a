@testable import DSBridge

extension WebView.Limits {
  /// No watchdog sleeps by the test's clock: who sleeps is what the test waits for.
  static var unwatched: WebView.Limits {
    var limits = WebView.Limits()
    limits.functionTimeLimit = nil
    return limits
  }
}
