import DSBridge
import Foundation

/// The functions without a namespace.
@Exposed
final class MyInterface {
  // `&+`, here and below: a page may send any Int, and `+` traps at the largest.
  func addingOne(to input: Int) -> Int {
    input &+ 1
  }

  func asyncStyledFunction(callback: (String) -> Void) {
    callback("Async response")
  }

  /// Answers one call three times; `true` says that the answer is the last, so the fourth has no effect.
  func asyncFunction(input: Int, completion: @escaping @Sendable (Int, Bool) -> Void) {
    completion(input &+ 1, false)
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) {
      completion(input &+ 2, false)
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
      completion(input &+ 3, true)
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + 1.5) {
      completion(input &+ 4, true)
    }
  }
}
