import Logging

/// Makes what peers say fit for a log: short, and without characters that act on terminals or mislead a reader.
enum LoggedText {
  /// Of one value, in bytes. Not in characters: one of them may have any number of combining marks.
  static let maximumValueSize = 200
  static let maximumMessageSize = 500

  /// As it is, where it is short and plain. Else its beginning, with what is not to be written as `\u{1B}`, and how
  /// long it was.
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

  /// Terminals take orders from control characters: C0, DEL and C1. Others tell in which direction to read, are not
  /// seen, or begin a line.
  private static func isWritten(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }

  /// In quotes where a reader might take a part of it for another value, or for the message: `"curl status=200"`.
  private static func value(_ text: String) -> String {
    let text = made(of: text)
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "="), UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "]"): false
      default: true
      }
    }
    return isPlain ? text : "\"\(text.replacing("\"", with: "\\\""))\""
  }

  static func made(of metadata: Logger.Metadata) -> Logger.Metadata {
    var made: Logger.Metadata = [:]
    made.reserveCapacity(metadata.count)
    for (key, value) in metadata { made[self.made(of: key)] = self.made(of: value) }
    return made
  }

  static func made(of value: Logger.MetadataValue) -> Logger.MetadataValue {
    switch value {
    case .string(let text): .string(self.value(text))
    case .stringConvertible(let convertible): .string(self.value(convertible.description))
    case .array, .dictionary: element(value)
    }
  }

  /// Of an array or a dictionary, which are written with quotes around what is in them.
  private static func element(_ value: Logger.MetadataValue) -> Logger.MetadataValue {
    switch value {
    case .string(let text): .string(made(of: text))
    case .stringConvertible(let convertible): .string(made(of: convertible.description))
    case .array(let values): .array(values.map(element))
    case .dictionary(let metadata):
      .dictionary(Dictionary(metadata.map { (made(of: $0), element($1)) }) { $1 })
    }
  }
}

/// What is left of an error in a log.
struct LoggedError: Error, CustomStringConvertible {
  let description: String

  init(_ error: any Error) { description = LoggedText.made(of: "\(error)") }
}
