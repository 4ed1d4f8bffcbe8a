import DSBridge
import Foundation

/// The functions without a namespace that DSBridge's demo pages call.
@Exposed
final class JsApi {
  func testSyn(_ message: String) -> String { message + "[ syn call]" }

  func testAsyn(_ message: String, completion: (String) -> Void) { completion(message + " [ asyn call]") }

  func testNoArgSyn() -> String { "testNoArgSyn called [ syn call]" }

  func testNoArgAsyn(completion: (String) -> Void) { completion("testNoArgAsyn called [ asyn call]") }

  /// Counts down from 10 to 0, with pauses of 20 ms; 0 is the last value. In DSBridge's demo, each pause takes a
  /// second.
  func callProgress(completion: @escaping @Sendable (Int, Bool) -> Void) {
    Task {
      for number in stride(from: 10, through: 0, by: -1) {
        completion(number, number == 0)
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  /// A function that the demo page calls. The page must not find it, because it is unexposed.
  @unexposed func testNever(_ message: Any) -> String { "called" }
}
