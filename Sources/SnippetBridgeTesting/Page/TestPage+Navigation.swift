import Foundation

extension TestPage {
  /// Follows a link, as if the user clicked it. Asks the interceptor if there is one. Then, like a browser, fetches the
  /// URL, follows redirects, and shows a new document.
  ///
  /// Returns `false` if the page does not change: the interceptor or the server (204) handled the navigation, or a
  /// policy or a shell stopped it. Throws ``TestPageError/unreachable(_:)`` if the link leads to another server.
  /// - Parameter link: An absolute URL, or a URL relative to ``url``.
  public func follow(_ link: String, isReady: Bool = true) async throws -> Bool {
    guard let target = URL(string: link, relativeTo: url)?.absoluteURL else {
      throw TestPageError.unreachable("\(link) is not an address")
    }
    if isIntercepting, try await call("_bridge.intercept", ["url": target.absoluteString], as: Bool.self) {
      return false
    }
    guard target.host() == url.host(), target.scheme == url.scheme else {
      throw TestPageError.unreachable("\(link) belongs to another server, and nothing stops the navigation")
    }
    guard let shown = try await load(target) else { return false }
    try await navigate(isReady: isReady) { $0.push(shown, document: $1) }
    return true
  }

  /// Fetches the URL like a browser and follows redirects. Returns the final URL, or `nil` if the page does not change.
  func load(_ address: URL) async throws -> URL? {
    var target = address
    for _ in 0..<Self.redirectLimit {
      let reply = try await document(at: target.requestTarget)
      if reply.status == 204 { return nil }
      guard (300...399).contains(reply.status), let location = reply["Location"] else {
        // A browser shows an error page as a new document, which does not have the bridge.
        guard reply.status != 404 else { throw TestPageError.notFound(target) }
        guard reply.status == 200 else { throw TestPageError.status(reply.status, body: reply.text) }
        return target
      }
      guard let next = URL(string: location, relativeTo: target)?.absoluteURL else {
        throw TestPageError.violation("location \(location)")
      }
      target = next
    }
    throw TestPageError.violation("more than \(Self.redirectLimit) redirects")
  }

  /// Adds a history entry, like `history.pushState`, after asking the interceptor if there is one. If the interceptor
  /// handles the navigation, adds no entry and returns `false`.
  /// - Parameter path: A path such as `/p?q#h`.
  public func pushState(_ path: String) async throws -> Bool {
    if questions == .all, try await call("_bridge.intercept", ["path": path], as: Bool.self) { return false }
    guard let target = URL(string: path, relativeTo: url)?.absoluteURL else {
      throw TestPageError.unreachable("\(path) is not an address")
    }
    history.push(target, document: document.id)
    try announceLocation(target.absoluteString)
    changed()
    return true
  }

  /// Changes the URL of the current history entry, like `history.replaceState`, without asking the interceptor.
  func replaceState(_ target: URL) {
    history.replace(target, document: document.id)
    // Errors are ignored. If the connection is lost, the test's next call fails.
    try? announceLocation(target.absoluteString)
    changed()
  }

  /// The maximum number of redirects, which is the same as in browsers.
  private static var redirectLimit: Int { 20 }

  /// Opens the page's URL with the token in the query, as a user does the first time. Throws
  /// ``TestPageError/status(_:body:)`` if the server rejects the token.
  func show(token: String) async throws {
    let target = url.appending(queryItems: [URLQueryItem(name: "token", value: token)]).requestTarget
    let reply = try await document(at: target, site: "none")
    guard reply.status == 303 else { throw TestPageError.status(reply.status, body: reply.text) }
  }

  /// Sends the request that a browser sends for a document.
  /// - Parameters:
  ///   - destination: The value for the `Sec-Fetch-Dest` header.
  ///   - site: The value for the `Sec-Fetch-Site` header; `none` for a URL that the user has typed.
  func document(
    at target: String, for destination: String = "document", site: String = "same-origin", referrer: URL? = nil
  ) async throws -> HTTPReply {
    try await request(
      "GET", target,
      [
        ("Accept", "text/html,application/xhtml+xml"), ("Sec-Fetch-Mode", "navigate"),
        ("Sec-Fetch-Dest", destination), ("Sec-Fetch-Site", site),
      ] + (referrer.map { [("Referer", $0.absoluteString)] } ?? []))
  }
}
