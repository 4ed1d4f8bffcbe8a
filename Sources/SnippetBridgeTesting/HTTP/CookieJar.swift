import DSBridgeLocks

/// A browser's cookies for one server. They are sent with every request and shared by all pages of the browser.
final class CookieJar: Sendable {
  private let cookies = Mutex<[(name: Substring, value: Substring)]>([])

  /// Creates a jar from the value of a `Cookie` header, such as `a=1; b=2`.
  init(header: String = "") {
    for pair in header.split(separator: ";") { set(pair) }
  }

  /// The value for the `Cookie` header, or `nil` if the jar is empty.
  var header: String? {
    let all = cookies.withLock { $0 }
    return all.isEmpty ? nil : all.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  /// Stores the cookies that a response sets. Removes the cookies that the response expires with `Max-Age=0`.
  func take(from reply: HTTPReply) {
    for header in reply.headers where header.name.lowercased() == "set-cookie" {
      let parts = header.value.split(separator: ";", omittingEmptySubsequences: false)
      set(parts[0])
      let isEnd = parts.dropFirst().contains { $0.drop { $0 == " " }.lowercased() == "max-age=0" }
      if isEnd { cookies.withLock { _ = $0.removeLast() } }
    }
  }

  private func set(_ pair: Substring) {
    let pair = pair.drop { $0 == " " }
    let name = pair.prefix { $0 != "=" }
    cookies.withLock { cookies in
      cookies.removeAll { $0.name == name }
      cookies.append((name, pair.dropFirst(name.count + 1)))
    }
  }
}
