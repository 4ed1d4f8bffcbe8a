import DSBridgeLocks
import SnippetBridge

/// The functions that the server's tests call.
@Exposed
final class Fixture {
  private var notes: [String] = []
  private var runs = 0

  func addingOne(to input: Int) -> Int {
    input + 1
  }

  func echo(_ text: String) -> String {
    text
  }

  func nothing() {}

  func fail() throws -> Int {
    throw FixtureError()
  }

  /// Returns the number of calls to this function so far, including this one.
  func run() -> Int {
    runs += 1
    return runs
  }

  func note(_ text: String, completion: (String) -> Void) {
    notes.append(text)
    completion("")
  }

  func takeNotes() -> [String] {
    defer { notes = [] }
    return notes
  }

  func tick(_ start: Int, completion: @escaping (Int, Bool) -> Void) {
    completion(start + 1, false)
    completion(start + 2, false)
    completion(start + 3, true)
    completion(start + 4, true)
  }

  func forget(completion: @escaping (Int) -> Void) {}
}

struct FixtureError: Error, CustomStringConvertible {
  let description = "the fixture failed"
}
