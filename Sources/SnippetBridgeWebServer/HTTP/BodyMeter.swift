/// A meter that reports the fraction of a body that has been sent or received, from 0 to 1, each time the fraction has
/// grown by at least 0.05. Calls `report` on the loop's thread.
struct BodyMeter {
  private static let step = 0.05

  private let length: Double
  private let report: @Sendable (Double) -> Void
  private var passed = 0.0
  private var reported = 0.0

  /// Creates a meter for a body of `length` bytes, which must be positive.
  init(length: Int64, report: @escaping @Sendable (Double) -> Void) {
    self.length = Double(length)
    self.report = report
  }

  mutating func add(_ count: Int64) {
    passed += Double(count)
    let part = min(1, passed / length)
    guard reported < 1, part >= 1 || part - reported >= Self.step else { return }
    reported = part
    report(part)
  }
}
