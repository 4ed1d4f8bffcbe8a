/// A type of a target whose name a target of SnippetBridge has, or had.
public struct PlatformGreeting: Sendable {
  /// The text.
  public let text = "Platform"
  /// Creates the greeting.
  public init() {}
}
