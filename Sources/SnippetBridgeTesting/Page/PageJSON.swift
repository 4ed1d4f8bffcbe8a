import Foundation

/// JSON as it stands in a line. Foundation's own coders, so that nothing here shares code with what is tested.
///
/// Dates are what JavaScript's `toJSON` writes, as in a page.
enum PageJSON {
  private static let dates = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// On one line, as the wire needs it. nil is `null`.
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

  /// Throws ``TestPageError/mismatch(_:)`` with the member that does not fit, and the text.
  static func value<Value: Decodable>(_ type: Value.Type, of text: String) throws -> Value {
    do {
      return try decoder.decode(type, from: Data(text.utf8))
    } catch {
      throw mismatch(error, type, "got \(text.prefix(200))")
    }
  }

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      guard let date = try? dates.parse(text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date of JavaScript")
      }
      return date
    }
    return decoder
  }

  /// `rest` says what came instead. The first `levels` of the path are not the value's own.
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
