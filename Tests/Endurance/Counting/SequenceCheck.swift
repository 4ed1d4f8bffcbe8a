/// A check that the numbers 1, 2, 3, … arrive once and in order.
struct SequenceCheck: Codable, Sendable {
  /// The largest number that has arrived.
  private(set) var last = 0
  /// The numbers below ``last`` that have not arrived.
  private(set) var missing: Set<Int> = []
  private(set) var duplicated = 0
  /// The count of numbers that arrived after a larger one.
  private(set) var reordered = 0

  mutating func see(_ number: Int) {
    if number > last {
      missing.formUnion(last + 1..<number)
      last = number
    } else if missing.remove(number) != nil {
      reordered += 1
    } else {
      duplicated += 1
    }
  }

  /// Returns the numbers from 1 to `sent` that never arrived.
  func lost(of sent: Int) -> Set<Int> {
    last < sent ? missing.union(last + 1...sent) : missing
  }
}
