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
    // A semicolon within quotes belongs to a value. Within quotes, a backslash escapes the next character.
    let parts = header.matches(of: /(?:[^;"]|"(?:[^"\\]|\\.)*+"?)++/.dotMatchesNewlines())
      .map { $0.output.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    let type = parts.first.flatMap { $0.contains("=") ? nil : $0.lowercased() } ?? "inline"
    isAttachment = type != "inline"
    let parameters = parts.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
      .filter { $0.count == 2 }.map { $0.map { $0.trimmingCharacters(in: .whitespaces) } }
    // If a parameter occurs twice, use the first one.
    let values = Dictionary(parameters.map { ($0[0].lowercased(), $0[1]) }) { first, _ in first }
    let name = values["filename*"].flatMap(Self.decode) ?? values["filename"].map(Self.unquote)
    filename = name?.isEmpty == false ? name : nil
  }

  /// Returns the content of a quoted string, or the text unchanged if it is not quoted.
  private static func unquote(_ value: String) -> String {
    guard let quoted = value.prefixMatch(of: /"((?:[^"\\]|\\.)*+)/.dotMatchesNewlines()) else { return value }
    return String(quoted.1.replacing(/\\(.)/.dotMatchesNewlines()) { $0.1 })
  }

  /// Decodes an extended value such as `UTF-8'en'%e2%82%ac.txt`. Returns `nil` if the value is malformed or has an
  /// encoding other than UTF-8.
  private static func decode(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    let text = String(strictlyPercentEncodedPeer: parts[2].utf8)
    return text?.unicodeScalars.contains("\u{FFFD}") == true ? nil : text
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
