import DSBridge
import Foundation

/// An interface with results at the limits of JSON.
@Exposed
final class Results {
  func large() -> Int64 { 9_007_199_254_740_993 }
  func nan() -> Double { .nan }
  func infinity() -> Double { .infinity }
  func minusZero() -> Double { -0.0 }
  func null() -> Any { NSNull() }
  func nullLater(completion: (Any) -> Void) { completion(NSNull()) }
  func nilLater(completion: (Any?) -> Void) { completion(nil) }
  func point() -> Any { Unwritable(x: 1) }
  func pointLater(completion: (Any) -> Void) { completion(Unwritable(x: 1)) }
  func inside() -> [Any] { [1, Unwritable(x: 1)] }
  func date() -> Date { Date(timeIntervalSince1970: 0) }
  func url() -> URL? { URL(string: "https://example.com/a?b=c") }
}
