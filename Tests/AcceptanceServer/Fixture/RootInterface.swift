import DSBridge
import Foundation

/// The functions without a namespace that the acceptance cases name.
@Exposed
final class RootInterface {
  private var held: ((Any?, Bool) -> Void)?

  func addingOne(to input: Int) -> Int { input &+ 1 }
  func echo(_ value: Any?) -> Any? { value }
  func dbl(_ value: Double) -> Double { value }
  func flag(_ value: Bool) -> String { value ? "yes" : "no" }
  func str(_ value: String) -> String { value }
  func noArg() -> String { "no argument" }
  func void() {}
  func boom() throws { throw OutOfPaper.outOfPaper }
  func nilInt() -> Int? { nil }

  /// Sends the next four numbers. The third is marked as the last value, so the page must ignore the fourth.
  func tick(_ start: Int, completion: @escaping @Sendable (Int, Bool) -> Void) {
    Task {
      for step in 1...4 {
        completion(start &+ step, step >= 3)
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  /// Returns `v` after `ms` milliseconds.
  func later(_ delayed: Delayed, completion: @escaping @Sendable (JSON) -> Void) {
    guard delayed.ms > 0 else { return completion(delayed.v) }
    // One queue is used instead of tasks, so that calls with equal delays keep their order.
    RootInterface.timers.asyncAfter(deadline: .now() + .milliseconds(delayed.ms)) { completion(delayed.v) }
  }

  /// Keeps its completion until `release` or `drop` is called.
  func hold(completion: @escaping (Any?, Bool) -> Void) { held = completion }

  /// Passes a value to the completion that ``hold(completion:)`` has kept, then returns.
  func release(_ value: Any?) -> String {
    held?(value, true)
    held = nil
    return "released"
  }

  /// Releases the completion that ``hold(completion:)`` has kept.
  func drop() { held = nil }

  /// Blocks its thread for a time in milliseconds, and then answers.
  func slow(_ milliseconds: Int) -> String {
    Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
    return "slow"
  }

  private static let timers = DispatchQueue(label: "later")
}
