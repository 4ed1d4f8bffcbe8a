/// The cookies that a browser has of one server, which are sent to it with every request.
struct CookieJar: Sendable {
  private var cookies: [(name: Substring, value: Substring)] = []

  /// As `header` has them: `a=1; b=2`.
  init(header: String = "") {
    for pair in header.split(separator: ";") { set(pair) }
  }

  /// nil when there are none.
  var header: String? {
    cookies.isEmpty ? nil : cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
  }

  /// Keeps the cookies that a reply sets, and removes those that it ends by `Max-Age=0`.
  mutating func take(from reply: HTTPReply) {
    for header in reply.headers where header.name.lowercased() == "set-cookie" {
      let parts = header.value.split(separator: ";", omittingEmptySubsequences: false)
      set(parts[0])
      let isEnd = parts.dropFirst().contains { $0.drop { $0 == " " }.lowercased() == "max-age=0" }
      if isEnd { cookies.removeLast() }
    }
  }

  private mutating func set(_ pair: Substring) {
    let pair = pair.drop { $0 == " " }
    let name = pair.prefix { $0 != "=" }
    cookies.removeAll { $0.name == name }
    cookies.append((name, pair.dropFirst(name.count + 1)))
  }
}
