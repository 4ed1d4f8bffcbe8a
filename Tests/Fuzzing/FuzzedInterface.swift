import DSBridge

/// An interface with one function of each kind. No function waits: each call is answered or fails at once.
@Exposed
final class FuzzedInterface {
  func addingOne(to input: Int) -> Int { input &+ 1 }
  func echo(_ value: JSON) -> JSON { value }
  func join(_ a: [String: Double], _ b: String?) -> String { "\(a.count) \(b ?? "")" }
  func refuse() throws { throw Finding("refused") }
  func later(_ value: [String], completion: @escaping @Sendable (Int, Bool) -> Void) {
    for (index, _) in value.enumerated() { completion(index, false) }
    completion(value.count, true)
  }
  func count(to end: Int) -> AsyncStream<Int> {
    AsyncStream { continuation in
      for number in 0..<max(0, min(end, 10)) { continuation.yield(number) }
      continuation.finish()
    }
  }
}
