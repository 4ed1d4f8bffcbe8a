/// What a shell could not do.
public struct ShellError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What happened, and what can be done.
  public let description: String

  init(_ description: String) { self.description = description }
}
