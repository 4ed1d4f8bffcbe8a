/// A type of this package's target `Routes`. SnippetBridge has, or had, a target of the same name.
public struct RoutesGreeting: Sendable {
  /// The text.
  public let text = "Routes"
  /// Creates the greeting.
  public init() {}
}
