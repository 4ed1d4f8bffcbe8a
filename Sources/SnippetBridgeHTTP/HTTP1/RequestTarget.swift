/// The target of a request, byte for byte as it was sent, without decoding or normalization (RFC 9112, section 3.2).
package struct RequestTarget: Sendable, Hashable {
  package let raw: String
  /// The ranges of the parts in `raw`; empty for a missing part.
  private let authorityBytes: Range<Int>
  private let pathBytes: Range<Int>

  /// Creates a target. Returns `nil` unless the text is in origin-form, in absolute-form with http or https, or `*`.
  package init?(_ raw: String) {
    guard raw.utf8.allSatisfy(\.isTarget) else { return nil }
    self.init(checked: raw)
  }

  /// Creates a target from text in which all bytes have been checked with `isTarget`.
  init?(checked raw: String) {
    self.raw = raw
    // `utf8.span` is not used here; see KnownFieldNames.Key.
    var raw = raw
    guard let parts = raw.withUTF8({ Self.parts(of: $0.span) }) else { return nil }
    (authorityBytes, pathBytes) = parts
  }

  private static func parts(of bytes: Span<UInt8>) -> (authority: Range<Int>, path: Range<Int>)? {
    guard bytes.count > 0 else { return nil }
    if bytes[0] == UInt8(ascii: "/") || (bytes.count == 1 && bytes[0] == UInt8(ascii: "*")) {
      return (0..<0, 0..<pathEnd(bytes, from: 0))
    }
    guard let start = authorityStart(bytes) else { return nil }
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "?") { end += 1 }
    guard AuthoritySyntax.isValid(bytes.extracting(start..<end)) else { return nil }
    return (start..<end, end..<pathEnd(bytes, from: end))
  }

  /// The `host[:port]` of a target in absolute-form, or `nil` for other forms.
  package var authority: String? { authorityBytes.isEmpty ? nil : String(text(authorityBytes)) }

  /// The percent-encoded path without the query. The value is "/" for a target in absolute-form without a path, and "*"
  /// for the asterisk-form, which means the whole server.
  package var path: Substring { pathBytes.isEmpty ? "/" : text(pathBytes) }

  /// The path and query in origin-form, as in a direct request to this server.
  package var originForm: String { authority == nil ? raw : String(path) + (query.map { "?" + $0 } ?? "") }

  /// The text after the first "?", or `nil` if there is no "?".
  package var query: Substring? {
    pathBytes.upperBound == raw.utf8.count ? nil : text((pathBytes.upperBound + 1)..<raw.utf8.count)
  }

  private func text(_ range: Range<Int>) -> Substring {
    let start = raw.utf8.index(raw.utf8.startIndex, offsetBy: range.lowerBound)
    return raw[start..<raw.utf8.index(start, offsetBy: range.count)]
  }

  private static func pathEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "?") { end += 1 }
    return end
  }

  /// Returns the index after "http://" or "https://", ignoring case, or `nil` if the target starts differently.
  private static func authorityStart(_ bytes: Span<UInt8>) -> Int? {
    for scheme: StaticString in ["http://", "https://"]
    where bytes.count > scheme.utf8CodeUnitCount && bytes.isEqual(0..<scheme.utf8CodeUnitCount, lowercased: scheme) {
      return scheme.utf8CodeUnitCount
    }
    return nil
  }
}
