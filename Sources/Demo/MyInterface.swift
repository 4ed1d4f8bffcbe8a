import DSBridge
import Foundation

/// The interface without a namespace.
@Exposed
final class MyInterface {
  // `&+` is used in this type because a page may send any Int, and `+` would trap on overflow.
  func addingOne(to input: Int) -> Int {
    input &+ 1
  }

  func asyncStyledFunction(callback: (String) -> Void) {
    callback("Async response")
  }

  /// Answers one call three times. The third answer is the last one, because the second argument of `completion` is
  /// `true`. The fourth call of `completion` therefore has no effect.
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
