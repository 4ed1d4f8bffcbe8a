/// An error of a shell, such as a page that cannot be shown.
public struct ShellError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A description of the problem and of the remedy, if there is one.
  public let description: String

  init(_ description: String) { self.description = description }
}
