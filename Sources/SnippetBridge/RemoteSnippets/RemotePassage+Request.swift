import DSBridgeText
import Foundation
import HTTPTypes

/// What the target gets of a request.
extension RemotePassage {
  /// What only the server can say of a request.
  struct Knowledge {
    /// Whether an origin is the one that this server is reached by.
    var isOwn: (String) -> Bool = { _ in false }
    /// Whether a text is the server's token.
    var isToken: (String) -> Bool = { _ in false }
    /// Whether a cookie is another snippet's.
    var isForeign: (RemoteCookies.Pair) -> Bool = { _ in false }
  }

  /// Of fields that are not about one connection, in their order. `Host` is not among them.
  func request(_ fields: [HTTPField], _ knowledge: Knowledge) -> [HTTPField] {
    var passed: [HTTPField] = []
    passed.reserveCapacity(fields.count + 1)
    for field in fields {
      guard let changed = request(field, in: fields, knowledge) else { continue }
      passed.append(changed)
    }
    // What is changed must not be compressed.
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
    // A foreign one stays what it is: whoever checks it refuses it.
    case "origin": return knowledge.isOwn(field.value) ? HTTPField(name: .origin, value: "\(origins.target)") : field
    case "referer":
      let referrer = Self.removing(knowledge.isToken, from: field.latin1)
      return HTTPField(field.name, latin1: origins.toTarget(referrer))
    case "accept-encoding": return kind == .other ? field : nil
    // A part, or a date, of a page without the bridge's script would make no whole page with it.
    case "range", "if-modified-since", "if-unmodified-since", "if-range":
      guard kind == .other else { return nil }
      let isOfChanged = fields.contains { $0.name == .ifRange && RemoteEntityTags.isMarked($0.value) }
      return isOfChanged && (name == "range" || name == "if-range") ? nil : field
    case "if-none-match": return tags.unmarked(field.value).map { HTTPField(name: .ifNoneMatch, value: $0) }
    case "if-match": return HTTPField(name: .ifMatch, value: RemoteEntityTags.plain(field.value))
    default: return field
    }
  }

  /// Frameworks believe these, and nothing here vouches for them. To CGI and WSGI `_` is the same as `-`.
  private static func isUnvouchedFor(_ name: String) -> Bool {
    let name = name.contains("_") ? name.replacing("_", with: "-") : name
    return name.hasPrefix("x-forwarded-") || name.hasPrefix("bridge-")
      || ["forwarded", "x-real-ip", "via"].contains(name)
  }

  /// The address without a `token` whose value is the server's, however the two are written.
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
