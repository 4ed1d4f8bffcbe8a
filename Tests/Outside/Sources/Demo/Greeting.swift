/// A type of a target whose name a target of SnippetBridge has, or had.
public struct DemoGreeting: Sendable {
  /// The text.
  public let text = "Demo"
  /// Creates the greeting.
  public init() {}
}
