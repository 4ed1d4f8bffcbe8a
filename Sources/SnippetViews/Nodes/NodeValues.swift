/// The values that attributes and style properties may have.
enum NodeValues {
  static func allows(_ value: String, attribute: String, tag: String) -> Bool {
    switch (attribute, tag) {
    case ("href", _): isLink(value)
    case ("src", _): isImageSource(value)
    case ("target", _): value == "_blank"
    case ("type", "input"): inputTypes.contains(value)
    case ("id", _), ("name", _), ("for", _): !value.isEmpty && !value.utf8.contains { $0 <= 0x20 }
    case ("dir", _): ["ltr", "rtl", "auto"].contains(value)
    case ("tabindex", _): Int(value).map { (-1...32767).contains($0) } ?? false
    case (_, let tag) where NodeNames.svg.contains(tag): loadsNothing(value)
    default: true
    }
  }

  /// The allowed types of `input`. `submit`, `image` and `file` are excluded, because nodes cannot submit forms or read
  /// files.
  private static let inputTypes: Set<String> = [
    "text", "search", "email", "tel", "url", "number", "password", "checkbox", "radio", "range", "date", "time",
    "month", "week", "datetime-local", "color",
  ]

  private static func isLink(_ address: String) -> Bool {
    ["", "http", "https", "mailto", "tel"].contains(scheme(of: address))
  }

  private static func isImageSource(_ address: String) -> Bool {
    let scheme = scheme(of: address)
    return ["", "http", "https"].contains(scheme) || scheme == "data" && address.lowercased().hasPrefix("data:image/")
  }

  /// Returns the scheme in lower case, or "" for an address on this server.
  ///
  /// Returns `nil` for addresses that this function and browsers may interpret differently, because browsers remove
  /// spaces around an address and line breaks inside it, and treat `\` as `/`.
  private static func scheme(of address: String) -> String? {
    guard !address.isEmpty, !address.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }),
      !address.hasPrefix("//")
    else { return nil }
    guard let colon = address.firstIndex(of: ":") else { return "" }
    let before = address[..<colon]
    // A colon in a path, query or fragment does not end a scheme.
    return before.contains { "/?#".contains($0) } ? "" : before.lowercased()
  }

  /// Returns whether a string is the value of a single declaration and loads no resource. Escapes are rejected, because
  /// they could hide `url(`.
  static func isStyleValue(_ value: String) -> Bool {
    !value.utf8.contains { ";{}\\<>".utf8.contains($0) || $0 < 0x20 } && loadsNothing(value)
  }

  private static func loadsNothing(_ value: String) -> Bool {
    let value = value.lowercased()
    return !["url(", "image(", "image-set(", "src(", "/*", "\\"].contains { value.contains($0) }
  }
}
