import Foundation

/// JSON as it stands in a line. Foundation's own coders, so that nothing here shares code with what is tested.
enum PageJSON {
  /// On one line, as the wire needs it. nil is `null`.
  static func text(_ value: (any Encodable)?) throws -> String {
    guard let value else { return "null" }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Throws ``TestPageError/mismatch(_:)`` with the text in it.
  static func value<Value: Decodable>(_ type: Value.Type, of text: String) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch {
      throw TestPageError.mismatch("expected \(type), got \(text.prefix(200))")
    }
  }
}
