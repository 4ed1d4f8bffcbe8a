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

  /// Gives the next three numbers, the third as the last; the fourth is too late.
  func tick(_ start: Int, completion: @escaping @Sendable (Int, Bool) -> Void) {
    Task {
      for step in 1...4 {
        completion(start &+ step, step >= 3)
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  /// Gives `v` after so many milliseconds.
  func later(_ delayed: Delayed, completion: @escaping @Sendable (JSON) -> Void) {
    guard delayed.ms > 0 else { return completion(delayed.v) }
    // One queue and not a task each, for the order of equal times.
    RootInterface.timers.asyncAfter(deadline: .now() + .milliseconds(delayed.ms)) { completion(delayed.v) }
  }

  /// Keeps its completion until `release` or `drop`.
  func hold(completion: @escaping (Any?, Bool) -> Void) { held = completion }

  /// Gives a value to the completion that is held, and then returns.
  func release(_ value: Any?) -> String {
    held?(value, true)
    held = nil
    return "released"
  }

  /// Frees the completion that is held.
  func drop() { held = nil }

  /// Answers after so many milliseconds; blocks whoever calls it without a promise.
  func slow(_ milliseconds: Int) -> String {
    Thread.sleep(forTimeInterval: Double(milliseconds) / 1000)
    return "slow"
  }

  private static let timers = DispatchQueue(label: "later")
}
