import DSBridgeLocks

/// A browser's cookies, which all pages of the browser share. Each cookie is sent with every request to its host, at
/// any port.
final class CookieJar: Sendable {
  private let cookies = Mutex<[(host: String, name: Substring, value: Substring)]>([])

  /// Creates a jar from the value of a `Cookie` header, such as `a=1; b=2`.
  init(header: String = "", host: String = "") {
    for pair in header.split(separator: ";") { set(pair, for: host) }
  }

  /// Returns the value for the `Cookie` header, or `nil` if there are no cookies for a host.
  func header(for host: String) -> String? {
    let all = cookies.withLock { $0.filter { $0.host == host } }
    return all.isEmpty ? nil : all.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  /// Stores the cookies that a response of a host sets. Removes the cookies that it expires with `Max-Age=0`.
  func take(from reply: HTTPReply, of host: String) {
    for header in reply.headers where header.name.lowercased() == "set-cookie" {
      let parts = header.value.split(separator: ";", omittingEmptySubsequences: false)
      set(parts[0], for: host)
      let isEnd = parts.dropFirst().contains { $0.drop { $0 == " " }.lowercased() == "max-age=0" }
      if isEnd { cookies.withLock { _ = $0.removeLast() } }
    }
  }

  private func set(_ pair: Substring, for host: String) {
    let pair = pair.drop { $0 == " " }
    let name = pair.prefix { $0 != "=" }
    cookies.withLock { cookies in
      cookies.removeAll { $0.host == host && $0.name == name }
      cookies.append((host, name, pair.dropFirst(name.count + 1)))
    }
  }
}
