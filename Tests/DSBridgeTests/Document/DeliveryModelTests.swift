import Foundation
import Testing

@testable import DSBridge

/// Compares ``Inbox`` and ``Outbox`` with a model, in 100,000 random sequences of steps. Set `DELIVERY_COURSE=17` in
/// the environment to run only the sequence with this seed.
@Suite(.timeLimit(.minutes(5))) struct DeliveryModelTests {
  private static let courses = 100_000
  private static let parts = 10
  private static let only = ProcessInfo.processInfo.environment["DELIVERY_COURSE"].flatMap { Int($0) }

  @Test(arguments: 0..<parts) func eachLineAndEachMessageCountsOnceInOrder(part: Int) {
    let size = Self.courses / Self.parts
    let seeds = part * size..<(part + 1) * size
    for seed in seeds where Self.only ?? seed == seed {
      var course = Course(seed: seed)
      do throws(Course.Fault) {
        try course.run(steps: 20)
      } catch {
        Issue.record("DELIVERY_COURSE=\(seed): \(error.what) after \(course.trace)")
        return
      }
    }
  }
}
