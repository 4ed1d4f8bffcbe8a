import DSBridge
import Foundation

/// An interface whose generated declarations use information from doc comments and labels. Some of its functions are
/// declared in unusual ways.
@Exposed
class DeclarationsInterface {
  static let limit = 5
  @unexposed static func most() -> Int { 7 }

  /// Adds one.
  ///
  /// - Parameter input: any number
  func addingOne(to input: Int) -> Int { input + 1 }

  /// Counts.
  ///   Slowly.
  func count(from first: Int = 1, to last: Int?, _ step: Any, done: @escaping (Int, Bool) -> Void) { done(first, true) }
  func bounded(x: Int = limit, y: Int = most()) -> [Int] { [x, y] }
  func aliased(_ x: Int, then: @escaping Done) { then(x, true) }
  func pair(_ x: Stamp, y: Stamp) {}
  func sent(_ x: sending Point, `in` y: consuming Int) -> Int { x.x + y }
  func any(_ x: Any) -> [String: any Encodable] { ["x": 1, "y": "2"] }
  func unwrapped(_ x: Int!) -> Int! { x }
  func ticks() -> AsyncStream<String> { AsyncStream { $0.finish() } }
  func ends(_ completion: () -> Void) {}
  func typed() throws(CancellationError) -> Int { throw CancellationError() }
  func asyncCompletion(_ c: @escaping @Sendable (Int) async -> Void) { Task { await c(1) } }
  func throwingCompletion(_ c: (Int) throws -> Void) throws { try c(2) }

  func overloaded() -> Int { 1 }
  @unexposed func overloaded() -> String { "" }
  private func overloaded(_ x: Int) {}

  @available(*, deprecated)
  func old() -> Int { 2 }
}

typealias Stamp = Double
