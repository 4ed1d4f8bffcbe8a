import DSBridge
import Foundation

/// The functions without a namespace that DSBridge's demo pages call.
@Exposed
final class JsApi {
  func testSyn(_ message: String) -> String { message + "[ syn call]" }

  func testAsyn(_ message: String, completion: (String) -> Void) { completion(message + " [ asyn call]") }

  func testNoArgSyn() -> String { "testNoArgSyn called [ syn call]" }

  func testNoArgAsyn(completion: (String) -> Void) { completion("testNoArgAsyn called [ asyn call]") }

  /// Counts from 10 to 0, each a step later; 0 is the last. The demo's step is a second.
  func callProgress(completion: @escaping @Sendable (Int, Bool) -> Void) {
    Task {
      for number in stride(from: 10, through: 0, by: -1) {
        completion(number, number == 0)
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  /// The demo page calls it, and must not find it.
  @unexposed func testNever(_ message: Any) -> String { "called" }
}
