/// The server's answer to a call that failed (docs/protocol.md, section 5).
public struct CallFailure: Error, Decodable, Equatable, CustomStringConvertible {
  /// With `thrown`, where the Swift error is a `CodedError`: its code.
  public var code: Code?
  /// What went wrong, in a sentence.
  public var message: String
  /// `noSuchMethod`, `argument`, `thrown`, and so on.
  public var kind: String
  /// The method that was called.
  public var method: String?
  /// The callback that will not be called any more.
  public var callback: String?
  /// With `argument`: the type the function takes.
  public var expected: String?
  /// With `argument`: what the page gave it.
  public var got: String?

  /// What tells one error from another.
  public enum Code: Decodable, Equatable, Sendable {
    case number(Double)
    case string(String)
    /// Anything else that JSON can hold; it is not read.
    case other

    /// Reads what JSON holds there.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let string = try? container.decode(String.self) {
        self = .string(string)
      } else {
        self = .other
      }
    }
  }

  /// One line.
  public var description: String { "\(method ?? "call"): \(kind): \(message)" }
}
