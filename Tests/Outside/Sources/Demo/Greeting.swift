/// A type of this package's target `Demo`. SnippetBridge has, or had, a target of the same name.
public struct DemoGreeting: Sendable {
  /// The text.
  public let text = "Demo"
  /// Creates the greeting.
  public init() {}
}
