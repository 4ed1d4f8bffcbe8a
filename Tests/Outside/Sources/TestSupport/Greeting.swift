/// A type of a target whose name a target of SnippetBridge has, or had.
public struct TestSupportGreeting: Sendable {
  /// The text.
  public let text = "TestSupport"
  /// Creates the greeting.
  public init() {}
}
