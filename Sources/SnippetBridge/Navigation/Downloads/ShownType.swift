/// Which types browsers show by themselves; the rest they save. Chromium, Firefox and WebKit agree about these.
enum ShownType {
  private static let types: Set<Substring> = [
    "application/xhtml+xml", "application/xml", "application/json", "application/pdf", "application/javascript",
    "image/png", "image/apng", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/svg+xml", "image/bmp",
    "image/vnd.microsoft.icon", "image/x-icon", "audio/mpeg", "audio/mp4", "audio/ogg", "audio/wav", "audio/flac",
    "audio/webm", "audio/aac", "video/mp4", "video/webm", "video/ogg", "multipart/x-mixed-replace",
  ]

  /// `contentType` is a header's value. A browser looks for itself where there is none.
  static func isShown(_ contentType: String?) -> Bool {
    guard let name = contentType?.lowercased().prefix(while: { $0 != ";" && $0 != " " }) else { return true }
    if name.hasPrefix("text/") { return !["text/csv", "text/calendar", "text/vcard"].contains(name) }
    return types.contains(name) || name.hasSuffix("+xml") || name.hasSuffix("+json")
  }
}
