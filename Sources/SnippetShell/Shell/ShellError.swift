/// An error of a shell, such as a page that cannot be shown.
public struct ShellError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A description of the problem and, if possible, of its solution.
  public let description: String

  init(_ description: String) { self.description = description }
}
