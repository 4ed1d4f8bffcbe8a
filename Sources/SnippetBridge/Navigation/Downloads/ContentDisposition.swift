import DSBridgeText
import Foundation

/// The value of a `Content-Disposition` header: whether to show or save a response, and the suggested file name.
///
/// RFC 6266; RFC 8187 for `filename*`. As lenient as browsers: unreadable parts are ignored.
struct ContentDisposition: Sendable, Equatable {
  /// Indicates whether the response is to be saved instead of shown. `true` for every type but `inline`.
  let isAttachment: Bool
  /// The file name exactly as the sender wrote it. It is not safe to use as a path.
  let filename: String?

  init(_ header: String) {
    let parts = Self.split(header)
    let type = parts.first.flatMap { $0.contains("=") ? nil : $0.lowercased() } ?? "inline"
    isAttachment = type != "inline"
    var values: [String: String] = [:]
    for part in parts {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let name = part[..<equals].trimmed.lowercased()
      // If a parameter occurs twice, the first one is used.
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

  /// Returns the content of a quoted string. A token is returned unchanged.
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

  /// Decodes an extended value such as `UTF-8'en'%e2%82%ac.txt`. Returns `nil` if the value is malformed or in
  /// another, obsolete encoding.
  private static func decode(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return parts[2].removingPercentEncoding.map { String(streamSafe: $0) }
  }
}

extension Substring {
  /// The text without spaces and tabs at both ends.
  fileprivate var trimmed: Substring {
    let start = drop { $0 == " " || $0 == "\t" }
    let end = start.lastIndex { $0 != " " && $0 != "\t" }
    return end.map { start[...$0] } ?? ""
  }
}

/// The media types that browsers show by themselves. Browsers save all others. Chromium, Firefox and WebKit agree
/// about these types.
enum ShownType {
  private static let types: Set<Substring> = [
    "application/xhtml+xml", "application/xml", "application/json", "application/pdf", "application/javascript",
    "image/png", "image/apng", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/svg+xml", "image/bmp",
    "image/vnd.microsoft.icon", "image/x-icon", "audio/mpeg", "audio/mp4", "audio/ogg", "audio/wav", "audio/flac",
    "audio/webm", "audio/aac", "video/mp4", "video/webm", "video/ogg", "multipart/x-mixed-replace",
  ]

  /// Returns whether browsers show a response with this value of `Content-Type`. Without a type, browsers inspect the
  /// content.
  static func isShown(_ contentType: String?) -> Bool {
    guard let name = contentType?.lowercased().prefix(while: { $0 != ";" && $0 != " " }) else { return true }
    if name.hasPrefix("text/") { return !["text/csv", "text/calendar", "text/vcard"].contains(name) }
    return types.contains(name) || name.hasSuffix("+xml") || name.hasSuffix("+json")
  }
}
