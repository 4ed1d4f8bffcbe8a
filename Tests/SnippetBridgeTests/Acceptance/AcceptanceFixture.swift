import SnippetBridge

/// The functions that DSBridge-Swift's test scripts call, and further functions for the acceptance cases.
@Exposed
final class AcceptanceFixture {
  func test() {}

  func willReturn1() -> Int { 1 }

  func asyncFunc(_ input: Int, completion: @escaping (Int) -> Void) { completion(input) }

  func returnAsIs(_ value: Any) -> Any { value }

  func adding100(to value: Int) -> Int { value + 100 }

  func dbl(_ value: Double) -> Double { value }
}
