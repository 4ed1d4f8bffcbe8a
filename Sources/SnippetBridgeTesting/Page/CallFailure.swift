/// The server's answer to a call that failed (docs/protocol.md, section 5).
public struct CallFailure: Error, Decodable, Equatable, CustomStringConvertible {
  /// As `error.code` in JavaScript: what the Swift error, a `CodedError`, has given; where it has none, the kind.
  public var code: Code { given ?? .string(kind) }
  private var given: Code?
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

  private enum CodingKeys: String, CodingKey {
    case given = "code"
    case message, kind, method, callback, expected, got
  }

  /// What tells one error from another: `failure.code == "outOfPaper"`, `failure.code == 404`.
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

  /// One line, with the code that the Swift error has given.
  public var description: String {
    "\(method ?? "call"): \(kind)\(given.map { " (\($0))" } ?? ""): \(message)"
  }
}

extension CallFailure.Code: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension CallFailure.Code: CustomStringConvertible {
  /// The code itself.
  public var description: String {
    switch self {
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .string(let string): string
    case .other: "…"
    }
  }
}
