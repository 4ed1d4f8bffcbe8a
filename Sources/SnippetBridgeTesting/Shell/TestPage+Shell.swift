package import Foundation
package import SnippetBridgeWebClient

/// Functions for a page that shows a shell.
extension TestPage {
  package func listen(to name: String, _ listener: @escaping @Sendable (String) -> Void) {
    eventListeners[name] = listener
  }

  /// Sends an event to the server in an `event` line.
  package func tell(_ name: String, _ json: String) { send { "event \($0) \(name) \(json)" } }

  /// Sends a request as a script in this page would, without following redirects. If the page is in an iframe of a
  /// session of visits, the request contains a user agent. This is the third part of the iframe's name.
  package func fetch(_ method: String, _ address: URL, body: String = "") async throws -> HTTPReply {
    let agent = (iframe ?? "").split(separator: ".", omittingEmptySubsequences: false).dropFirst(2).first
    var headers = [
      ("Accept", "text/vnd.turbo-stream.html, text/html"), ("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Dest", "empty"),
      ("Sec-Fetch-Site", "same-origin"), ("Referer", url.absoluteString), ("Origin", server.origin),
    ]
    if let agent = agent?.removingPercentEncoding { headers.append(("Bridge-User-Agent", "TestPage \(agent)")) }
    if method == "POST" { headers.append(("Content-Type", "application/x-www-form-urlencoded")) }
    return try await request(method, address.requestTarget, headers, body)
  }

  /// Returns the document that the browser would fetch if this iframe were reloaded.
  package func get(_ path: String) async throws -> String {
    try await document(at: path, for: "iframe", site: "same-origin", referrer: url).text
  }

  /// Fetches the shell's page and returns the ticket in it. Every response contains a new ticket.
  func shellTicket() async throws -> String {
    let reply = try await document(at: "/_bridge/shell", for: "document", site: "none")
    guard reply.status == 200 else { throw TestPageError.status(reply.status, body: reply.text) }
    guard let ticket = reply.text.firstMatch(of: /data-ticket="\s*([0-9a-f.]+)/) else {
      throw TestPageError.violation("the shell's page has no ticket")
    }
    return String(ticket.1)
  }

  /// Opens an iframe in this page, or another document in an open iframe. Returns `nil` if the server returns no
  /// document for the iframe.
  /// - Parameter prepare: A closure that is called with the iframe's page before the page connects.
  package func openIframe(
    _ name: String, at source: String, isReady: Bool = true,
    prepare: @Sendable (TestPage) async -> Void = { _ in }
  ) async throws -> TestPage? {
    guard let address = URL(string: source, relativeTo: url)?.absoluteURL else { return nil }
    let new = try TestPage(address, iframe: name, access: access, cookies: cookies, timeLimit: timeLimit)
    let page = try await new.begin(isReady: false, isConnected: false)
    let isOnHost = address.host() == url.host()
    let site = !isOnHost ? "cross-site" : address.port == url.port ? "same-origin" : "same-site"
    guard try await page.loads(address, site: site) else {
      await page.close()
      return nil
    }
    await prepare(page)
    try await page.connect()
    if isReady { await page.ready() }
    return page
  }

  /// Requests the document of an iframe. Follows redirects within the same server, and stores the final URL. Returns
  /// whether the server returns a document.
  private func loads(_ address: URL, site: String) async throws -> Bool {
    var target = address
    for _ in 0..<20 {
      let reply = try await document(at: target.requestTarget, for: "iframe", site: site)
      guard (300...399).contains(reply.status), let location = reply["Location"],
        let next = URL(string: location, relativeTo: target)?.absoluteURL, next.port == address.port,
        next.host() == address.host()
      else {
        history.replace(target, document: document.id)
        return reply.status == 200
      }
      // Like a browser, keeps the fragment.
      target = next.fragment() == nil ? next.with(fragment: target.fragment(percentEncoded: true)) : next
    }
    return false
  }
}

extension URL {
  fileprivate func with(fragment: String?) -> URL {
    var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
    components?.percentEncodedFragment = fragment
    return components?.url ?? self
  }
}
