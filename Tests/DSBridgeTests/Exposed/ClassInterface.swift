import DSBridge
import Foundation

typealias Done = (Int, Bool) -> Void
typealias Once = (Int) -> Void

struct Failure: Error, CustomStringConvertible {
  var description: String { "it failed" }
}

struct Point: Codable, Hashable, Sendable {
  var x: Int
  var y: Int?
}

/// A class that is not `Sendable`, with every form of declaration.
@Exposed
class ClassInterface {
  var count = 0

  func addingOne(to input: Int) -> Int { input + 1 }
  func noArg() -> String { "x" }
  func void() { count += 1 }
  func explicitVoid(_ x: Int) -> Void { count += x }
  func boom() throws -> Int { throw Failure() }
  func nilInt() -> Int? { nil }
  func optional(_ x: Int?) -> String { x.map(String.init) ?? "nil" }
  func moved(_ point: Point, by x: Int, vertically y: Int = 10) -> Point {
    Point(x: point.x + x, y: (point.y ?? 0) + y)
  }
  func two(_ a: Int, _ b: Point) -> Int { a + b.x }
  func defaulted(_ x: Int = 3) -> Int { x }
  func `default`(in x: String) -> String { x }

  func echo(_ x: Any) -> Any { x }
  func explicitNull() -> Any { NSNull() }
  func echoOptional(_ x: Any?) -> Any? { x }
  func echoArray(_ x: [Any]) -> [Any] { x }
  func echoObject(_ x: [String: Any]) throws -> [String: Any] { x }
  func anyCompletion(_ x: Any, completion: (Any) -> Void) { completion(x) }
  func anyRepeated(_ x: Any, completion: (Any, Bool) -> Void) { completion(x, false); completion(x, true) }

  func once(callback: (String) -> Void) { callback("once") }
  func repeated(input: Int, completion: @escaping (Int, Bool) -> Void) {
    completion(input, false); completion(input + 1, true)
  }
  func finishing(_ x: Int, completion: () -> Void) { completion() }
  func aliased(completion: @escaping Done) { completion(1, true) }
  func aliasedSecond(_ x: Int, then: Once) { then(x) }
  func explicitVoidCompletion(_ x: Int, completion: Once) -> Void { completion(x) }
  func optionalCompletion(_ c: ((Int) -> Void)?) { c?(1) }
  func defaultedCompletion(_ x: Int, c: ((Int) -> Void)? = nil) { c?(x) }
  func sendableCompletion(_ x: Int, c: @escaping @Sendable (Int) -> Void) { DispatchQueue.global().async { c(x) } }
  func mainCompletion(_ c: @escaping @MainActor (Int) -> Void) { Task { @MainActor in c(1) } }
  func throwingCompletion(_ x: Int, c: (Int) -> Void) throws { throw Failure() }
  func moreCompletion(a: Int, b: Int = 4, c: @escaping (Int) -> Void) { c(a + b) }
  func dropping(_ c: @escaping (Int) -> Void) {}

  nonisolated(nonsending) func later(_ x: Int) async throws -> Int { count += 1; await Task.yield(); return x }
  nonisolated(nonsending) func laterVoid() async { count += 1 }
  nonisolated(nonsending) func laterCompletion(_ x: Int, c: @escaping (Int, Bool) -> Void) async { c(x, true) }
  nonisolated(nonsending) func laterMany(a: Int, b: Int) async -> Int { a + b }
  func ticks(_ x: Int) -> AsyncStream<Int> {
    AsyncStream {
      $0.yield(x); $0.yield(x + 1); $0.finish()
    }
  }
  func opaqueTicks() -> some AsyncSequence<Int, Never> {
    AsyncStream {
      $0.yield(1); $0.finish()
    }
  }

  private func hidden() {}
  fileprivate func alsoHidden() {}
  @unexposed func local() {}
  @unexposed func addingOne(_ x: String) {}
}
