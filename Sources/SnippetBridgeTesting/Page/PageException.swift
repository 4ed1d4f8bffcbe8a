/// What a page function throws when the test wants its error to look like one of JavaScript.
public struct PageException: Error, Equatable {
  /// Such as `TypeError`.
  public var name: String
  /// Such as `x is undefined`.
  public var message: String

  /// An error with no stack.
  public init(name: String = "Error", message: String) {
    self.name = name
    self.message = message
  }
}
