import HTTPTypes
import WebServer

extension ServerRequest {
  /// Every value of a cookie, in the order they came. A page of another port may have set one of the same name; if its
  /// path is longer, it comes first (RFC 6265, section 5.4). So each has to be tried, the last ones first: the server's
  /// own have the shortest path.
  ///
  /// Over TLS only under the name that no plain-http page, and no other host, can set:
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
  /// Adds a cookie that no script can read; over TLS one that never leaves it.
  mutating func set(cookie name: String, to value: String, attributes: String, isSecure: Bool) {
    let (prefix, secure) = isSecure ? ("__Host-", "; Secure") : ("", "")
    headers.append(
      HTTPField(name: .setCookie, value: "\(prefix)\(name)=\(value); HttpOnly; \(attributes); Path=/\(secure)"))
  }
}
