import SnippetBridge

/// The interface with the function that every server in the comparison provides.
@Exposed
struct Adding {
  func addingOne(to input: Int) -> Int {
    input &+ 1
  }
}
