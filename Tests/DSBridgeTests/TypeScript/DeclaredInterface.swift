import DSBridge
import Foundation

typealias Ticked = (Order.Line, Bool) -> Void

/// An interface with functions for every kind of type and answer.
@Exposed
class DeclaredInterface {
  /// Adds one.
  func addingOne(to input: Int) -> Int { input + 1 }

  /// Says how it went. */ alert(1) /*
  ///
  /// See ``Order``; or not:
  ///
  ///     native.place(…)
  ///
  /// - Parameters:
  ///   - order: What to buy,
  ///     all of it.
  ///   - step: How often.
  ///   - in: Where.
  /// - Returns: What is left.
  /// - Throws: Whenever it likes.
  func place(_ order: Order, every step: Double = 1, in size: Size?) throws -> Order? { order }
  /// - Parameter in: Where it is.
  func allOptional(a: Int? = nil, `in`: String = "") -> [Int?] { [a] }
  func long(
    firstOfMany: [String: [Order.Line]], secondOfMany: Date, thirdOfMany: Set<UUID>, `fourth of many`: Bool
  ) {}

  func optional(_ x: Int?) -> String?? { nil }
  func defaulted(x: URL = URL(filePath: "/")) -> Data { Data() }
  func `in`(_ `in`: Bool) -> [Int: Color] { [:] }
  func `two words`(_ größe: [Bool?]) {}
  func then() {}
  func call() {}

  func mood() -> Mood { .good }
  func shape() -> Shape { .circle(1) }
  func painted(_ x: Painted) {}
  func report() -> [Report] { [] }
  nonisolated(nonsending) func locate() async throws -> Location { Location(latitude: 0) }
  func keep(_ promise: Promise) {}
  func boxes(_ box: Box<Int>) -> Box<[Box<String>]> { Box(content: []) }
  func tree() -> Tree { Tree(name: "") }
  func grow(_ growing: Growing<Int>) {}
  func byHand(_ value: ByHand) {}
  func anything(_ value: Anything) {}
  func holder(_ value: Holder) {}
  func range(_ range: Range<Int>) -> ClosedRange<Double> { 0...1 }
  func keyed(_ x: [Priority: Int]) {}
  func any(_ x: Any) -> [String: Any] { [:] }
  func raw(_ json: JSON) -> any Encodable { json }

  func once(_ x: Int, callback: @escaping (Article) -> Void) {}
  func ends(completion: () -> Void) {}
  /// Ticks.
  func tick(_ count: Int, then: @escaping Ticked) {}
  func ticks() -> AsyncStream<Size?> { AsyncStream { $0.finish() } }
}

@Exposed
struct DeclaredNamespace {
  func f(_ location: Other.Location) -> Other.Location { location }
}

/// A namespace with another type of the name `Location`.
enum Other {
  struct Location: Codable {
    var name: String
  }
}
