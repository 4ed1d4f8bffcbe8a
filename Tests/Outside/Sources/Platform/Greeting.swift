/// A type of this package's target `Platform`. SnippetBridge has, or had, a target of the same name.
public struct PlatformGreeting: Sendable {
  /// The text.
  public let text = "Platform"
  /// Creates the greeting.
  public init() {}
}
