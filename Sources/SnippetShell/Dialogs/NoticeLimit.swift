/// A limit for the dialogs or the toasts that a shell shows at the same time, because pages can cause both. A value
/// type without side effects.
struct NoticeLimit: Sendable {
  /// The maximum length of a title, a toast or a choice, in Unicode scalars.
  static let titleLength = 500
  /// The maximum length of the text below a title, in Unicode scalars.
  static let messageLength = 5000
  /// The maximum number of items in a dialog from which the user chooses one.
  static let choiceCount = 200

  let maximumCount: Int
  /// Indicates whether the limit was exceeded since the last time that nothing was shown.
  private(set) var isExceeded = false

  init(_ maximumCount: Int) { self.maximumCount = maximumCount }

  /// Returns whether one more may be shown.
  /// - Parameters:
  ///   - count: the number of those that are shown.
  ///   - log: called if the limit is exceeded for the first time since nothing was shown.
  mutating func admits(shown count: Int, log: () -> Void) -> Bool {
    if count == 0 { isExceeded = false }
    guard count >= maximumCount else { return true }
    if !isExceeded { log() }
    isExceeded = true
    return false
  }

  /// Returns the beginning of a text that is too long.
  static func cut(_ text: String, _ length: Int = titleLength) -> String {
    guard text.unicodeScalars.count > length else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(length))) + "…"
  }
}
