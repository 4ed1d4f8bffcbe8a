extension TestPage {
  /// Passes all lines of Swift to `listener` from now on, except those that only concern the transport. The page then
  /// does nothing itself: it calls no functions and does not navigate.
  func play(listener: @escaping @Sendable (String) -> Void) {
    lineListener = listener
  }

  /// Sends a line of a recording. `fields` is the line after its number. Returns the number.
  func play(_ verb: String, _ fields: String) -> Int {
    send { "\(verb) \($0) \(fields)" }
  }
}
