/// A type of a target whose name a target of SnippetBridge has, or had.
public struct RoutesGreeting: Sendable {
  /// The text.
  public let text = "Routes"
  /// Creates the greeting.
  public init() {}
}
