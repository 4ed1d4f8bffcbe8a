import SnippetShell

/// What only the server's own pages call.
@Exposed
struct OwnInterface {
  func secret() -> String { "of the server's own pages" }
}

/// What the pages in the shell call.
@Exposed
struct PageInterface {
  func addingOne(to input: Int) -> Int { input + 1 }

  /// Answers, which shows that the page is connected.
  func beat(callback: (Int) -> Void) { callback(1) }

  /// Three values, the last as such.
  func countFrom(_ first: Int, callback: (Int, Bool) -> Void) {
    for number in first..<first + 3 { callback(number, number == first + 2) }
  }
}
