import Foundation

/// The usual serializer. Scalars, strings, and optionals, arrays and dictionaries of them take no detour through
/// `Codable`.
///
/// Numbers are exact where JSON is: `Int` takes `5`, `5.0` and `1e3`, never `true`, `"5"` or `1.5`. A `Date` is written
/// as JavaScript's `toJSON` does.
public struct JSONSerializer: JSONSerializing {
  // Not changed once it is made: it can be used from many threads at once.
  private static let encoder = makeEncoder()

  /// A serializer holds no state: all are equal.
  public init() {}

  /// Throws a ``BridgeError``: `malformed` for a text that is no JSON, `argument` for a value that is no `T`.
  public func decode<T: Decodable>(_ type: T.Type, from json: JSON) throws -> T {
    if let direct = T.self as? any DirectJSON.Type, let value = try direct.read(whole: json) as? T { return value }
    do {
      return try JSONTextDecoder(json).value(T.self)
    } catch let error as DecodingError {
      throw BridgeError(error, decoding: T.self)
    } catch let error as BridgeError {
      throw error
    } catch {
      throw BridgeError(.argument, "\(SwiftName.of(T.self)) cannot be read: \(BridgeError.words(of: error))")
    }
  }

  /// Throws a ``BridgeError`` of code `result` for what JSON cannot hold: NaN, infinity.
  public func encode<T: Encodable>(_ value: T) throws -> JSON {
    if let direct = value as? any DirectJSON { return try direct.written() }
    do {
      return JSON(data: try JSONSerializer.encoder.encode(value))
    } catch let error as BridgeError {
      throw error
    } catch let error as EncodingError {
      throw BridgeError(error, encoding: T.self)
    } catch {
      throw BridgeError(.result, "\(SwiftName.of(T.self)) cannot be written as JSON: \(BridgeError.words(of: error))")
    }
  }

  private static func makeEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(JSONDate.text(of: date))
    }
    return encoder
  }
}
