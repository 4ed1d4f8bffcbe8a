import SnippetBridgeDevelopment

extension TestPage {
  /// Passes all lines of Swift to `listener` from now on, except those that only concern the transport. The page then
  /// does nothing itself: it calls no functions and does not navigate.
  func play(listener: @escaping @Sendable (String) -> Void) {
    lineListener = listener
  }

  /// Sends a line of a recording under the document's next number. Returns the number.
  func play(_ line: WireLine) -> Int {
    send { number in
      var line = line
      line.number = number
      return line.text
    }
  }
}
