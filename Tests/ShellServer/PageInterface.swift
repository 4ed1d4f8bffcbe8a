import SnippetShell

/// The interface for the server's own pages only.
@Exposed
struct OwnInterface {
  func secret() -> String { "of the server's own pages" }
}

/// The interface for the pages in the shell.
@Exposed
struct PageInterface {
  func addingOne(to input: Int) -> Int { input + 1 }

  /// Answers with 1. A page calls this function to check that it is connected.
  func beat(callback: (Int) -> Void) { callback(1) }

  /// Sends three values and marks the third as the last.
  func countFrom(_ first: Int, callback: (Int, Bool) -> Void) {
    for number in first..<first + 3 { callback(number, number == first + 2) }
  }
}
