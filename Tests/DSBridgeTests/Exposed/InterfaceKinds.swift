import DSBridge

@Exposed
struct StructInterface: Sendable {
  var factor = 2

  func times(_ x: Int) -> Int { factor * x }
  func later(_ x: Int) async -> Int { factor * x }
  func calls(_ x: Int, completion: @escaping (Int) -> Void) { completion(factor * x) }
}

@Exposed
enum EnumInterface {
  case onStreet, inSchool

  func getName() -> String {
    switch self {
    case .onStreet: "Heisenberg"
    case .inSchool: "Walter White"
    }
  }
}

/// A class that is not `Sendable`, stored inside an actor.
final class Ledger: Codable {
  var entries: [Int] = []
}

@Exposed
actor ActorInterface {
  private var count = 0
  private let ledger = Ledger()

  func add(_ x: Int) -> Int {
    count += x
    ledger.entries.append(x)
    return count
  }
  func current() -> Int { count }
  func reset() { count = 0 }
  func set(_ x: Int) { count = x }
  func book() -> Ledger { ledger }
  func slow(_ x: Int) async throws -> Int {
    await Task.yield()
    guard x >= 0 else { throw Failure() }
    return x
  }
  func once(_ c: (String) -> Void) { c("hi") }
  func aliased(_ x: Int, _ c: @escaping Done) { c(x, false); c(x + 1, true) }
  func finishes(_ x: Int, completion: () -> Void) async { completion() }
  func finishes0(completion: () -> Void) { completion() }
  func repeats(_ c: @escaping (Int, Bool) -> Void) throws { c(count, true) }
  func throwing(_ x: Int, c: @escaping (Int) -> Void) throws { throw Failure() }
  func many(a: Int, b: Int = 3) -> Int { a + b + count }
  func manyDone(a: Int, b: Int = 3, done: @escaping Done) { done(a + b, true) }
  func any(_ a: Any) -> Any { a }
  func anyDone(_ a: Any?, c: (Any?, Bool) -> Void) async throws { c(a, true) }
  func ticks(_ x: Int) -> AsyncStream<Int> {
    AsyncStream {
      $0.yield(x); $0.finish()
    }
  }
  func failingTicks() -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream {
      $0.yield(1); $0.finish(throwing: Failure())
    }
  }
  nonisolated func free(_ x: Int) -> Int { x }
  nonisolated func freeLater(_ x: Int) async -> Int { x }
  @MainActor func main(_ x: Int) -> Bool {
    MainActor.preconditionIsolated()
    return true
  }
}

@MainActor
@Exposed
class MainActorInterface {
  private var count = 0

  func add(_ x: Int) -> Int {
    count += x
    return count
  }
  func isMain() -> Bool {
    MainActor.preconditionIsolated()
    return true
  }
  func none() { count = 0 }
  func void(_ x: Int) { count = x }
  func slow(_ x: Int) async throws -> Int { await Task.yield(); return x }
  func aliased(_ x: Int, _ c: @escaping Done) { c(x, true) }
  func once(_ c: (String) -> Void) { c("hi") }
  func finishes(_ x: Int, completion: () -> Void) { completion() }
  func finishes0(completion: () -> Void) { completion() }
  func many(a: Int, b: Int = 3) throws -> Int { a + b }
  func manyDone(a: Int, b: Int = 3, done: @escaping Done) { done(a + b, true) }
  func any(_ a: Any?) -> Any? { a }
  func anyDone(_ a: [Any], c: @escaping ([Any]) -> Void) { c(a) }
  func ticks(_ x: Int) -> AsyncStream<Int> {
    AsyncStream {
      $0.yield(x); $0.finish()
    }
  }
  func ticks0() -> AsyncStream<Int> {
    AsyncStream {
      $0.yield(1); $0.finish()
    }
  }
  nonisolated func free(_ x: Int) -> Int { x }
}

@Exposed
final class SendableInterface: Sendable {
  func work(_ x: Int) async -> Int { x }
  func noArg() async -> Int { 3 }
  func void() async {}
}

@Exposed
class BaseInterface {
  func name() -> String { "base" }
  func shared() -> Int { 1 }
}

@Exposed
class DerivedInterface: BaseInterface, CustomStringConvertible {
  var description: String { "derived" }

  override func name() -> String { "derived" }
  func own() -> Int { 2 }
}

@Exposed
struct GenericInterface<Element: Codable & Sendable> {
  func same(_ x: Element) -> Element { x }
  func pair(_ a: Element, b: Int = 1) -> [Element] { Array(repeating: a, count: b) }
}
