/// Names the functions that do not return.
protocol Watchdog: Sendable {
  /// A function begins. `holdsWebView` when nothing else happens there until it returns; `responder` when it may read a sequence, for as long as it likes.
  func began(_ method: String, holdsWebView: Bool, responder: Responder?) -> Int
  /// It has returned.
  func ended(_ id: Int)
}
