import Foundation

/// A type that decodes arguments and encodes results. A program can set its own serializer as
/// ``Keystone/jsonSerializer``.
///
/// The functions are called on any thread.
public protocol JSONSerializing: Sendable {
  /// Decodes one value. Throws if the text is not valid JSON, or not a `T`. A ``BridgeError`` reaches the page
  /// unchanged.
  func decode<T: Decodable>(_ type: T.Type, from json: JSON) throws -> T

  /// Encodes one value. Throws if JSON cannot represent it.
  func encode<T: Encodable>(_ value: T) throws -> JSON
}

extension JSONSerializing {
  /// Encodes a value whose type is known only at run time: any `Encodable`, nil, `NSNull`, and arrays and
  /// string-keyed dictionaries of such values.
  ///
  /// Throws a ``BridgeError`` of code `result` that names the type of any other value.
  package func encode(any value: Any) throws -> JSON {
    var bytes: [UInt8] = []
    try AnyWriter(replacement: self is JSONSerializer ? nil : self).write(value, to: &bytes)
    return JSON(bytes: bytes)
  }

  /// Decodes `Bool`, `Int` (a number without fraction that fits), `Double`, `String`, `[Any]` or `[String: Any]`. Null
  /// becomes nil at the top level, and `NSNull` inside arrays and objects. Throws a ``BridgeError``.
  package func decodeAny(from json: JSON) throws -> Any? {
    try JSONValue<Any?>.read(whole: json).value
  }
}

/// The default serializer. Scalars, strings, and optionals, arrays and dictionaries of them bypass `Codable`.
///
/// Integers are exact: `Int` accepts `5`, `5.0` and `1e3`, but not `true`, `"5"` or `1.5`. A `Date` is encoded like
/// JavaScript's `toJSON`.
public struct JSONSerializer: JSONSerializing {
  // The encoder is never changed after its creation, so it can be used on many threads concurrently.
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      // The format of JavaScript's `toJSON`: ISO 8601 in UTC, with milliseconds.
      try container.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }
    return encoder
  }()

  /// Creates a serializer. It has no state.
  public init() {}

  /// Decodes one value. Throws a ``BridgeError`` of code `malformed` for a text that is not valid JSON, and of code
  /// `argument` for a value that is not a `T`.
  public func decode<T: Decodable>(_ type: T.Type, from json: JSON) throws -> T {
    if let direct = T.self as? any DirectJSON.Type, let value = try direct.read(whole: json) as? T { return value }
    do {
      return try JSONTextDecoder(json).decode(T.self)
    } catch {
      throw BridgeError(error, decoding: T.self)
    }
  }

  /// Encodes one value. Throws a ``BridgeError`` of code `result` for a value that JSON cannot represent, such as
  /// NaN.
  public func encode<T: Encodable>(_ value: T) throws -> JSON {
    if let direct = value as? any DirectJSON { return try direct.written() }
    do {
      return JSON(data: try JSONSerializer.encoder.encode(value))
    } catch {
      throw BridgeError(error, encoding: T.self)
    }
  }
}
