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

  /// Answers one call three times. The second argument is `true` for the last answer, so the fourth answer has no
  /// effect.
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
