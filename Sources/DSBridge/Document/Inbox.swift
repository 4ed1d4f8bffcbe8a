/// What has arrived from one document: each number once, in order. A pure value; docs/protocol.md, section 3, has its
/// rules.
struct Inbox {
  enum Verdict: Equatable {
    case new
    /// Seen before: dropped.
    case seen
    /// Numbers before it are missing: the peer broke the protocol.
    case gap
  }

  /// Everything up to this number has been taken.
  private(set) var taken = 0

  mutating func take(_ number: Int) -> Verdict {
    if number <= taken { return .seen }
    guard number == taken + 1 else { return .gap }
    taken = number
    return .new
  }

  /// Takes all up to that number, the next ones.
  mutating func take(through number: Int) {
    taken = number
  }
}
