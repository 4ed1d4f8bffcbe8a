import Foundation

/// The usual serializer: scalars, strings, optionals, and arrays and dictionaries of them directly, every other type
/// through Foundation.
///
/// Numbers are exact where JSON is: `Int` takes `5`, `5.0` and `1e3`, never `true`, `"5"` or `1.5`. A `Date` is written as
/// JavaScript's `toJSON` does.
public struct JSONSerializer: JSONSerializing {
  // Neither is changed once it is made, and both are used from many threads at once.
  private static let decoder = makeDecoder()
  private static let encoder = makeEncoder()

  /// A serializer holds no state: all are equal.
  public init() {}

  /// Throws a ``BridgeError``: `malformed` for a text that is no JSON, `argument` for a value that is no `T`.
  public func decode<T: Decodable>(_ type: T.Type, from json: JSON) throws -> T {
    if let direct = T.self as? any DirectJSON.Type, let value = try direct.read(whole: json) as? T { return value }
    // Foundation takes texts that are no JSON: a comma too many, a byte order mark.
    var reader = JSONReader(json)
    try reader.skipValue()
    try reader.expectEnd()
    let text = json.replacingUnpairedSurrogates()
    do {
      return try JSONSerializer.decoder.decode(T.self, from: Data(text.bytes))
    } catch let error as DecodingError {
      throw BridgeError(error, decoding: T.self, from: json)
    } catch {
      throw BridgeError(wrapping: error)
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
      throw BridgeError(.result, "\(SwiftName.of(T.self)) cannot be written as JSON: \(error)")
    }
  }

  private static func makeDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      let styles = [Date.ISO8601FormatStyle(includingFractionalSeconds: true), Date.ISO8601FormatStyle()]
      for style in styles {
        if let date = try? style.parse(text) { return date }
      }
      throw DecodingError.typeMismatch(
        Date.self, DecodingError.Context(codingPath: container.codingPath, debugDescription: "no ISO 8601 date"))
    }
    return decoder
  }

  private static func makeEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }
    return encoder
  }
}
