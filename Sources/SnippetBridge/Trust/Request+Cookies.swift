import HTTPTypes
import WebServer

import struct WebServer.Request
import struct WebServer.Response

extension Request {
  /// The value of a cookie; nil without one.
  ///
  /// Over TLS only under the name that no plain-http page, and no other host, can set: https://httpwg.org/http-extensions/draft-ietf-httpbis-rfc6265bis.html#name-the-__host-prefix
  func cookie(_ name: String, isSecure: Bool) -> String? {
    if let value = cookie("__Host-" + name) { return value }
    return isSecure ? nil : cookie(name)
  }

  private func cookie(_ name: String) -> String? {
    let prefix = name + "="
    for field in headers[values: .cookie] {
      for pair in field.split(separator: ";") {
        let pair = pair.drop { $0 == " " }
        if pair.hasPrefix(prefix) { return String(pair.dropFirst(prefix.count)) }
      }
    }
    return nil
  }
}

extension Response {
  /// Adds a cookie that no script can read; over TLS one that never leaves it.
  mutating func set(cookie name: String, to value: String, attributes: String, isSecure: Bool) {
    let (prefix, secure) = isSecure ? ("__Host-", "; Secure") : ("", "")
    headers.append(
      HTTPField(name: .setCookie, value: "\(prefix)\(name)=\(value); HttpOnly; \(attributes); Path=/\(secure)"))
  }
}
