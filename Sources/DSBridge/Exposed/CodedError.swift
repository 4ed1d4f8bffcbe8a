/// An error that a page can tell from others: `error.code` in JavaScript is its code, a number or a string as a rule.
///
///     enum PrinterError: String, CodedError {
///       case outOfPaper, jammed
///     }
///
/// Errors that do not conform reach the page with the code `"thrown"`; all with their message.
public protocol CodedError: Error {
  /// What travels. Anything that JSON can hold; what it cannot hold is left out.
  associatedtype Code: Encodable & Sendable
  /// The code.
  var code: Code { get }
}

extension CodedError where Self: RawRepresentable, RawValue: Encodable & Sendable {
  /// The raw value.
  public var code: RawValue { rawValue }
}

extension CodedError {
  /// Nil when it cannot be written.
  var writtenCode: JSON? { try? JSONSerializer().encode(code) }
}
