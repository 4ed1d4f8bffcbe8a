import Logging

/// Functions that make text from peers safe for a log: short, and without characters that control terminals or mislead
/// readers.
enum LoggedText {
  /// The maximum size of one value. The limit is in bytes, because a character may have any number of combining marks.
  static let maximumValueSize = 200
  static let maximumMessageSize = 500

  /// Returns short printable ASCII text unchanged. For other text, escapes unsafe characters (such as `\u{1B}`) and
  /// truncates the text to `limit`. If it was truncated, appends the original length.
  static func made(of text: String, upTo limit: Int = maximumValueSize) -> String {
    if text.utf8.count <= limit, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      let piece = isWritten(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      guard result.utf8.count + piece.utf8.count <= limit else { return "\(result)… (\(text.utf8.count) bytes)" }
      result += piece
    }
    return result
  }

  /// Returns whether a character is logged unchanged. Control characters (C0, DEL and C1) affect terminals. Other
  /// unsafe characters change the text direction, are invisible, or begin a new line.
  private static func isWritten(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  /// Returns a value for the log. Adds quotes if the value contains a space, `=`, a quote or a bracket. Without quotes,
  /// readers could take a part of the value for another value: `"curl status=200"`.
  private static func value(_ text: String) -> String {
    let text = made(of: text)
    guard text.utf8.contains(where: { " =\"[]".utf8.contains($0) }) else { return text }
    return "\"\(text.replacing("\"", with: "\\\""))\""
  }

  static func made(of metadata: Logger.Metadata, inQuotes: Bool = false) -> Logger.Metadata {
    Dictionary(metadata.map { (made(of: $0), made(of: $1, inQuotes: inQuotes)) }) { $1 }
  }

  /// Returns a value for the log.
  /// - Parameter inQuotes: Whether the value is an element of an array or a dictionary. Such elements are always logged
  ///   in quotes, so this function adds none.
  static func made(of value: Logger.MetadataValue, inQuotes: Bool = false) -> Logger.MetadataValue {
    switch value {
    case .string(let text): .string(inQuotes ? made(of: text) : self.value(text))
    case .stringConvertible(let convertible): made(of: .string(convertible.description), inQuotes: inQuotes)
    case .array(let values): .array(values.map { made(of: $0, inQuotes: true) })
    case .dictionary(let metadata): .dictionary(made(of: metadata, inQuotes: true))
    }
  }
}

/// The loggable form of an error.
struct LoggedError: Error, CustomStringConvertible {
  let description: String

  init(_ error: any Error) { description = LoggedText.made(of: "\(error)") }
}
