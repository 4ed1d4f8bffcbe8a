/// A limit on how often the same message is logged within one minute. A pure value whose size is bounded.
struct MessageLimit: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Verdict: Equatable {
    /// The message is logged. `leftOut` copies of it were dropped in the previous minute.
    case say(leftOut: Int)
    /// The message is logged, with a note that further copies are dropped for a while.
    case sayLast
    case leaveOut
  }

  /// The maximum number of times that the same message is logged within ``window``.
  static let most = 20
  static let window: Duration = .seconds(60)
  static let maximumMessages = 256

  private(set) var counts: [String: (start: Instant, count: Int)] = [:]

  mutating func verdict(on message: String, at now: Instant) -> Verdict {
    // When the table is full, all new messages are counted together.
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
