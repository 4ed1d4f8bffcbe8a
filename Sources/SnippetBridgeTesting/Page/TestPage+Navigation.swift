import Foundation

extension TestPage {
  /// A click on a link: asks the interceptor when there is one, then fetches the address as a browser does, redirects
  /// included, and shows a new document. False when the page stays: somebody handled it (`true`, or 204), or a policy
  /// or a shell has stopped it. Throws ``TestPageError/unreachable(_:)`` where a browser would leave this server.
  /// - Parameter link: absolute, or relative to ``url``.
  public func follow(_ link: String, isReady: Bool = true) async throws -> Bool {
    guard let target = URL(string: link, relativeTo: url)?.absoluteURL else {
      throw TestPageError.unreachable("\(link) is no address")
    }
    if isIntercepting, try await call("_bridge.intercept", ["url": target.absoluteString], as: Bool.self) {
      return false
    }
    guard target.host() == url.host(), target.scheme == url.scheme else {
      throw TestPageError.unreachable("\(link) is not of this server, and nothing keeps the browser from going there")
    }
    guard let shown = try await load(target) else { return false }
    try await navigate(isReady: isReady) { $0.push(shown, document: $1) }
    return true
  }

  /// Fetches the address as a browser does, redirects included. Gives the one that is to be shown in the end; nil where
  /// the page stays.
  func load(_ address: URL) async throws -> URL? {
    var target = address
    for _ in 0..<Self.redirectLimit {
      let reply = try await fetch(target)
      if reply.status == 204 { return nil }
      guard (300...399).contains(reply.status), let location = reply["Location"] else {
        // An error page is a document too, but not one that speaks to the bridge.
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

  /// `history.pushState`: asks the interceptor when there is one. False when somebody handled it: then no entry is
  /// made.
  /// - Parameter path: such as `/p?q#h`.
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

  /// As many as browsers follow.
  private static var redirectLimit: Int { 20 }

  /// Opens the page's address with the token in it, as a user does once. Throws ``TestPageError/status(_:body:)`` when
  /// that does not let it in.
  func show(token: String) async throws {
    let reply = try await fetch(url.appending(queryItems: [URLQueryItem(name: "token", value: token)]), site: "none")
    guard reply.status == 303 else { throw TestPageError.status(reply.status, body: reply.text) }
  }

  /// - Parameter site: where the navigation comes from, as browsers say it: `none` for an address that the user has
  ///   typed.
  private func fetch(_ target: URL, site: String = "same-origin") async throws -> HTTPReply {
    let path = target.path(percentEncoded: true)
    let query = target.query(percentEncoded: true).map { "?" + $0 } ?? ""
    return try await request(
      "GET", (path.isEmpty ? "/" : path) + query,
      [
        ("Accept", "text/html,application/xhtml+xml"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"),
        ("Sec-Fetch-Site", site),
      ])
  }
}
