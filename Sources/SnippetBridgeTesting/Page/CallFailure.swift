/// The server's error response to a call from a page (docs/guides/protocol.md, section 5).
public struct CallFailure: Error, Decodable, Equatable, CustomStringConvertible {
  /// The error code, which is `error.code` in JavaScript. This is the code of the Swift error if the error is a
  /// `CodedError`; otherwise ``kind``.
  public var code: Code { given ?? .string(kind) }
  private var given: Code?
  /// The error message, which is one sentence.
  public var message: String
  /// The kind of the failure, such as `noSuchMethod`, `argument` or `thrown`.
  public var kind: String
  /// The name of the method that was called.
  public var method: String?
  /// The name of the call's callback, which receives no further values.
  public var callback: String?
  /// The parameter type of the function, for failures of the kind `argument`.
  public var expected: String?
  /// The argument that the page passed, for failures of the kind `argument`.
  public var got: String?

  private enum CodingKeys: String, CodingKey {
    case given = "code"
    case message, kind, method, callback, expected, got
  }

  /// An error code, which can be compared with literals: `failure.code == "outOfPaper"`, `failure.code == 404`.
  public enum Code: Decodable, Equatable, Sendable {
    case number(Double)
    case string(String)
    /// Any other JSON value. The value itself is not stored.
    case other

    /// Decodes a number, a string, or any other JSON value.
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

  /// The failure on one line, including the code of the Swift error if there is one.
  public var description: String {
    "\(method ?? "call"): \(kind)\(given.map { " (\($0))" } ?? ""): \(message)"
  }
}

extension CallFailure.Code: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a code from a string literal.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a code from an integer literal.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// Creates a code from a floating-point literal.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension CallFailure.Code: CustomStringConvertible {
  /// The number or string, or `…` for any other value.
  public var description: String {
    switch self {
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .string(let string): string
    case .other: "…"
    }
  }
}

/// An error that a page function throws to set the name and message of the JavaScript error.
public struct PageException: Error, Equatable {
  /// The name of the JavaScript error, such as `TypeError`.
  public var name: String
  /// The message of the JavaScript error, such as `x is undefined`.
  public var message: String

  /// Creates an error with an empty stack.
  public init(name: String = "Error", message: String) {
    self.name = name
    self.message = message
  }
}
