import DSBridgeText
import Foundation
import HTTPTypes

/// The translation of a request for the target.
extension SitePassage {
  /// Facts that a passage, as a pure value, cannot derive from the request. The server provides them as functions.
  struct Knowledge {
    /// Returns whether an origin is the one that the request was sent to.
    var isOwn: (String) -> Bool = { _ in false }
    /// Returns whether a text is the server's token.
    var isToken: (String) -> Bool = { _ in false }
    /// Returns whether a cookie belongs to another site.
    var isForeign: (SiteCookies.Pair) -> Bool = { _ in false }
  }

  /// Returns the fields for the target, in their order and without `Host`. `fields` must not contain hop-by-hop
  /// fields.
  func request(_ fields: [HTTPField], _ knowledge: Knowledge) -> [HTTPField] {
    var passed: [HTTPField] = []
    passed.reserveCapacity(fields.count + 1)
    for field in fields {
      guard let changed = request(field, in: fields, knowledge) else { continue }
      passed.append(changed)
    }
    // Content that the server changes must not be compressed.
    if kind != .other { passed.append(HTTPField(name: .acceptEncoding, value: "identity")) }
    return passed
  }

  private func request(_ field: HTTPField, in fields: [HTTPField], _ knowledge: Knowledge) -> HTTPField? {
    let name = field.name.canonicalName
    if Self.isUnvouchedFor(name) { return nil }
    switch name {
    case "host": return nil
    case "cookie":
      return cookies.toTarget(field.latin1, isForeign: knowledge.isForeign).map { HTTPField(.cookie, latin1: $0) }
    case "authorization":
      let value = field.value
      guard value.lowercased().hasPrefix("bearer ") else { return field }
      return knowledge.isToken(String(value.dropFirst("bearer ".count))) ? nil : field
    // A foreign origin stays unchanged, so that the target can reject the request.
    case "origin": return knowledge.isOwn(field.value) ? HTTPField(name: .origin, value: "\(origins.target)") : field
    case "referer":
      let referrer = Self.removing(knowledge.isToken, from: field.latin1)
      return HTTPField(field.name, latin1: origins.toTarget(referrer))
    case "accept-encoding": return kind == .other ? field : nil
    // A range or date refers to the page without the bridge's script, so it cannot be used for the changed page.
    case "range", "if-modified-since", "if-unmodified-since", "if-range":
      guard kind == .other else { return nil }
      let isOfChanged = fields.contains { $0.name == .ifRange && SiteEntityTags.isMarked($0.value) }
      return isOfChanged && (name == "range" || name == "if-range") ? nil : field
    case "if-none-match": return tags.unmarked(field.value).map { HTTPField(name: .ifNoneMatch, value: $0) }
    case "if-match": return HTTPField(name: .ifMatch, value: SiteEntityTags.plain(field.value))
    default: return field
    }
  }

  /// Returns whether the server must remove a field. Frameworks trust these fields, but the server cannot vouch for a
  /// client's values. CGI and WSGI treat `_` like `-`.
  private static func isUnvouchedFor(_ name: String) -> Bool {
    let name = name.contains("_") ? name.replacing("_", with: "-") : name
    return name.hasPrefix("x-forwarded-") || name.hasPrefix("bridge-")
      || ["forwarded", "x-real-ip", "via"].contains(name)
  }

  /// Removes a `token` parameter whose value is the server's token from an address, however name and value are
  /// percent-encoded.
  static func removing(_ isToken: (String) -> Bool, from address: String) -> String {
    guard let start = address.firstIndex(of: "?") else { return address }
    let query = address[address.index(after: start)...].split(separator: "&", omittingEmptySubsequences: false)
    func decoded(_ text: Substring) -> String {
      let text = text.replacing("+", with: " ")
      return String(streamSafe: text.removingPercentEncoding ?? String(text)).trimmingCharacters(
        in: .whitespacesAndNewlines)
    }
    let kept = query.filter { pair in
      let name = pair.prefix { $0 != "=" }
      return decoded(name) != "token" || !isToken(decoded(pair.dropFirst(name.count + 1)))
    }
    if kept.count == query.count { return address }
    return address[..<start] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
  }
}
