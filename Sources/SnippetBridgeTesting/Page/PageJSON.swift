import Foundation

/// The JSON format of protocol lines. Uses Foundation's coders, so that the test page shares no code with the server
/// under test.
///
/// Dates have the format of JavaScript's `toJSON`, as in a real page.
enum PageJSON {
  private static let dates = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// Returns the value as JSON on one line, which the protocol requires. `nil` becomes `null`.
  static func text(_ value: (any Encodable)?) throws -> String {
    guard let value else { return "null" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.formatted(dates))
    }
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Decodes a value. On failure, throws ``TestPageError/mismatch(_:)`` with the path of the invalid member and the
  /// text.
  static func value<Value: Decodable>(_ type: Value.Type, of text: String) throws -> Value {
    do {
      return try decoder.decode(type, from: Data(text.utf8))
    } catch {
      // The bridge sends a `nil` result as an empty string. Only optional types can be decoded from null.
      if text == "\"\"", let absent = try? decoder.decode(type, from: Data("null".utf8)) { return absent }
      throw mismatch(error, type, "got \(text.prefix(200))")
    }
  }

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = try? dates.parse(text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date of JavaScript")
      }
      return date
    }
    return decoder
  }

  /// Returns the error for a value that cannot be decoded.
  /// - Parameters:
  ///   - levels: The number of leading elements to omit from the error's path, because they are not part of the value.
  ///   - rest: A description of the received value, which is appended to the error's text.
  static func mismatch(
    _ error: any Error, _ type: Any.Type, ignoring levels: Int = 0, _ rest: String
  ) -> TestPageError {
    var (path, wanted): ([any CodingKey], String) = ([], "")
    switch error {
    case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
      (path, wanted) = (context.codingPath, ": \(type)")
    case DecodingError.keyNotFound(let key, let context): path = context.codingPath + [key]
    case DecodingError.dataCorrupted(let context): path = context.codingPath
    default: break
    }
    path.removeFirst(min(levels, path.count))
    let place = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
    return .mismatch("expected \(type)\(place)\(place.isEmpty ? "" : wanted), \(rest)")
  }
}
