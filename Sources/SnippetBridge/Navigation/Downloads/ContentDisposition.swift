import DSBridgeText
import Foundation

/// The value of a `Content-Disposition` header, which contains the suggested file name and says whether to save the
/// response.
///
/// See RFC 6266, and RFC 8187 for `filename*`. As in browsers, invalid parts are ignored.
struct ContentDisposition: Sendable, Equatable {
  /// Whether to save the response instead of showing it. `true` for every disposition type except `inline`.
  let isAttachment: Bool
  /// The file name exactly as the sender wrote it. This name is not safe to use as a path.
  let filename: String?

  init(_ header: String) {
    let parts = Self.split(header)
    let type = parts.first.flatMap { $0.contains("=") ? nil : $0.lowercased() } ?? "inline"
    isAttachment = type != "inline"
    var values: [String: String] = [:]
    for part in parts {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let name = part[..<equals].trimmed.lowercased()
      // If a parameter occurs twice, use the first one.
      if values[name] == nil { values[name] = String(part[part.index(after: equals)...].trimmed) }
    }
    let name = values["filename*"].flatMap(Self.decode) ?? values["filename"].map(Self.unquote)
    filename = name?.isEmpty == false ? name : nil
  }

  /// Splits a header at semicolons outside of quotes.
  private static func split(_ header: String) -> [Substring] {
    var parts: [Substring] = []
    var start = header.startIndex
    var isQuoted = false
    var isEscaped = false
    for index in header.indices {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch header[index] {
      case "\"": isQuoted.toggle()
      case "\\" where isQuoted: isEscaped = true
      case ";" where !isQuoted:
        parts.append(header[start..<index].trimmed)
        start = header.index(after: index)
      default: break
      }
    }
    return (parts + [header[start...].trimmed]).filter { !$0.isEmpty }
  }

  /// Returns the content of a quoted string, or the text unchanged if it is not quoted.
  private static func unquote(_ value: String) -> String {
    guard value.hasPrefix("\"") else { return value }
    var result = ""
    var isEscaped = false
    for character in value.dropFirst() {
      if isEscaped || character != "\\" && character != "\"" {
        result.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        break
      }
    }
    return result
  }

  /// Decodes an extended value such as `UTF-8'en'%e2%82%ac.txt`. Returns `nil` if the value is malformed or has an
  /// encoding other than UTF-8.
  private static func decode(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return parts[2].removingPercentEncoding.map { String(streamSafe: $0) }
  }
}

extension Substring {
  /// The text without leading and trailing spaces and tabs.
  fileprivate var trimmed: Substring {
    let start = drop { $0 == " " || $0 == "\t" }
    let end = start.lastIndex { $0 != " " && $0 != "\t" }
    return end.map { start[...$0] } ?? ""
  }
}

/// The media types that browsers show instead of saving. Chromium, Firefox and WebKit agree on these types.
enum ShownType {
  private static let types: Set<Substring> = [
    "application/xhtml+xml", "application/xml", "application/json", "application/pdf", "application/javascript",
    "image/png", "image/apng", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/svg+xml", "image/bmp",
    "image/vnd.microsoft.icon", "image/x-icon", "audio/mpeg", "audio/mp4", "audio/ogg", "audio/wav", "audio/flac",
    "audio/webm", "audio/aac", "video/mp4", "video/webm", "video/ogg", "multipart/x-mixed-replace",
  ]

  /// Returns whether browsers show a response with this `Content-Type`. Also returns `true` if there is no type,
  /// because browsers then inspect the content.
  static func isShown(_ contentType: String?) -> Bool {
    guard let name = contentType?.lowercased().prefix(while: { $0 != ";" && $0 != " " }) else { return true }
    if name.hasPrefix("text/") { return !["text/csv", "text/calendar", "text/vcard"].contains(name) }
    return types.contains(name) || name.hasSuffix("+xml") || name.hasSuffix("+json")
  }
}
