/// The reason why a fleet cannot be used or changed, as a sentence for the person who runs the program.
///
/// Calls do not throw this error: they throw a `BridgeError`, as local calls do.
public struct FleetError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public var code: Code
  /// A sentence that describes the error and what it concerns.
  public var description: String

  /// A kind of failure.
  @nonexhaustive public enum Code: Sendable, Hashable {
    /// A parameter of the program is invalid, such as the address of Redis.
    case configuration
    /// Redis rejects the password, is too old, or contains data of another version.
    case unusable
    /// Redis cannot be reached.
    case unreachable
  }

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
