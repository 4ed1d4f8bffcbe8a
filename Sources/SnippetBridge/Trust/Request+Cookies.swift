import HTTPTypes
import SnippetBridgeWebServer

extension ServerRequest {
  /// Returns all values of a cookie. The caller must try all values, starting with the last one.
  ///
  /// A page on another port may have set a cookie with the same name, so a request may contain several values. Cookies
  /// with longer paths come first (RFC 6265, section 5.4). The server's own cookies have the shortest path and
  /// therefore usually come last.
  ///
  /// Over TLS, only the cookie with the `__Host-` prefix is read. Pages served over plain http or by other hosts cannot
  /// set it:
  /// https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#name-the-__host-prefix
  func cookies(_ name: String, isSecure: Bool) -> [String] {
    let own = cookies("__Host-" + name)
    return isSecure ? own : cookies(name) + own
  }

  private func cookies(_ name: String) -> [String] {
    let prefix = name + "="
    return headers[values: .cookie].flatMap { field in
      field.split(separator: ";").compactMap { pair in
        let pair = pair.drop { $0 == " " }
        return pair.hasPrefix(prefix) ? String(pair.dropFirst(prefix.count)) : nil
      }
    }
  }
}

extension ServerResponse {
  /// Adds a cookie that scripts cannot read. If `isSecure` is true, the browser sends the cookie only over TLS.
  mutating func set(cookie name: String, to value: String, attributes: String, isSecure: Bool) {
    let (prefix, secure) = isSecure ? ("__Host-", "; Secure") : ("", "")
    let further = attributes.isEmpty ? "" : "\(attributes); "
    headers.append(
      HTTPField(name: .setCookie, value: "\(prefix)\(name)=\(value); HttpOnly; \(further)Path=/\(secure)"))
  }
}
