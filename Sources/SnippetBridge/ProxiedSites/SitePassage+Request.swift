import DSBridgeText
import Foundation
import HTTPTypes

/// The translation of a browser's request for the target.
extension SitePassage {
  /// Returns the header fields for the target in their original order, without `Host`. `fields` must not contain
  /// hop-by-hop fields.
  func request(_ fields: [HTTPField]) -> [HTTPField] {
    // Request uncompressed content if the server has to change it. The server can change gzip content too, but no other
    // compressed content.
    let added = kind == .other ? [] : [HTTPField(name: .acceptEncoding, value: "identity")]
    return fields.compactMap { request($0, in: fields) } + added
  }

  private func request(_ field: HTTPField, in fields: [HTTPField]) -> HTTPField? {
    let name = field.name.canonicalName
    if Self.isUnvouchedFor(name) { return nil }
    switch name {
    case "host": return nil
    case "cookie":
      return cookies.toTarget(field.latin1).map { HTTPField(.cookie, latin1: $0) }
    case "authorization":
      let value = field.value
      guard value.lowercased().hasPrefix("bearer ") else { return field }
      return isToken(String(value.dropFirst("bearer ".count))) ? nil : field
    // Keep a foreign origin unchanged, so that the target can reject the request.
    case "origin": return isOwn(field.value) ? HTTPField(name: .origin, value: "\(origins.target)") : field
    case "referer":
      let referrer = Self.removing(isToken, from: field.latin1)
      return HTTPField(field.name, latin1: origins.toTarget(referrer))
    case "accept-encoding": return kind == .other ? field : nil
    // Ranges and dates refer to the target's unchanged page, so they cannot be used for the page with the inserted
    // script.
    case "range", "if-modified-since", "if-unmodified-since", "if-range":
      guard kind == .other else { return nil }
      let isOfChanged = fields.contains { $0.name == .ifRange && SiteEntityTags.isMarked($0.value) }
      return isOfChanged && (name == "range" || name == "if-range") ? nil : field
    case "if-none-match": return tags.unmarked(field.value).map { HTTPField(name: .ifNoneMatch, value: $0) }
    case "if-match": return HTTPField(name: .ifMatch, value: SiteEntityTags.plain(field.value))
    default: return field
    }
  }

  /// Returns whether the server must remove a field, because frameworks trust it although a client may have forged its
  /// value. CGI and WSGI treat `_` like `-`, so a name with `_` is checked as if it had `-`.
  private static func isUnvouchedFor(_ name: String) -> Bool {
    let name = name.contains("_") ? name.replacing("_", with: "-") : name
    return name.hasPrefix("x-forwarded-") || name.hasPrefix("bridge-")
      || ["forwarded", "x-real-ip", "via"].contains(name)
  }

  /// Removes the query parameter `token` from a URL if its value is the server's token, even if the name or the value
  /// is percent-encoded.
  static func removing(_ isToken: (String) -> Bool, from address: String) -> String {
    guard let start = address.firstIndex(of: "?") else { return address }
    let query = address[address.index(after: start)...].split(separator: "&", omittingEmptySubsequences: false)
    func decoded(_ text: Substring) -> String {
      String(percentEncodedPeer: text.replacing("+", with: " ").utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let kept = query.filter { pair in
      let name = pair.prefix { $0 != "=" }
      return decoded(name) != "token" || !isToken(decoded(pair.dropFirst(name.count + 1)))
    }
    if kept.count == query.count { return address }
    return address[..<start] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
  }
}
