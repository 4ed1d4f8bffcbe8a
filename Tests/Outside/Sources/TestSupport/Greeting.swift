/// A type of this package's target `TestSupport`. SnippetBridge has, or had, a target of the same name.
public struct TestSupportGreeting: Sendable {
  /// The text.
  public let text = "TestSupport"
  /// Creates the greeting.
  public init() {}
}
