/// Limits how often the same message is logged: some times in a minute, then not until the minute is over. A pure
/// value; what it keeps is bounded.
struct MessageLimit: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Verdict: Equatable {
    /// `leftOut` of these were not said in the time before.
    case say(leftOut: Int)
    /// To be said, with the word that the next ones are left out for a while.
    case sayLast
    case leaveOut
  }

  /// Of one message in ``window``.
  static let most = 20
  static let window: Duration = .seconds(60)
  static let maximumMessages = 256

  private(set) var counts: [String: (start: Instant, count: Int)] = [:]

  mutating func verdict(on message: String, at now: Instant) -> Verdict {
    // Too many different ones count as one.
    let key = counts[message] != nil || counts.count < MessageLimit.maximumMessages ? message : ""
    var (start, count) = counts[key] ?? (now, 0)
    var leftOut = 0
    if now - start >= MessageLimit.window {
      leftOut = max(0, count - MessageLimit.most)
      (start, count) = (now, 0)
    }
    counts[key] = (start, count + 1)
    switch count + 1 {
    case ..<MessageLimit.most: return .say(leftOut: leftOut)
    case MessageLimit.most: return .sayLast
    default: return .leaveOut
    }
  }
}
