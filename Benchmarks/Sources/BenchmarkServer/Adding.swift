import SnippetBridge

/// The job that every server in the comparison does.
@Exposed
struct Adding {
  func addingOne(to input: Int) -> Int {
    input &+ 1
  }
}
