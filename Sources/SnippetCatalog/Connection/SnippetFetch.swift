import Foundation

/// A client that fetches URLs and follows redirects. A redirect may lead only to the origin of the first URL and to
/// ``origins``.
struct SnippetFetch: Sendable {
  /// The result of a request.
  struct Result: Sendable {
    let response: SnippetResponse
    /// The URL of the response, after all redirects.
    let url: URL
    /// The `Set-Cookie` headers of all responses, including redirects.
    let cookies: [SnippetCookie]
  }

  let transport: any SnippetTransport
  let origins: SnippetOrigins
  let limits: SnippetLimits
  let clock: any Clock<Duration>

  /// Fetches a URL. Throws a ``SnippetFailure`` if the request fails or takes too long.
  /// - Parameter headers: the request headers, which are sent only to the origin of `url`.
  func get(_ url: URL, headers: [String: String], limit: Int) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
      group.addTask { try await follow(url, headers: headers, limit: limit) }
      group.addTask {
        try await clock.sleep(for: limits.fetchTime)
        throw SnippetFailure(.late, "\(url.shown) did not respond within \(limits.fetchTime).")
      }
      defer { group.cancelAll() }
      guard let result = try await group.next() else { throw CancellationError() }
      return result
    }
  }

  private func follow(_ start: URL, headers: [String: String], limit: Int) async throws -> Result {
    let origins = origins.with(start)
    var url = start
    var cookies: [SnippetCookie] = []
    for _ in 0...limits.redirects {
      guard origins.admit(url) else {
        throw SnippetFailure(
          .refused, "\(start.shown) leads to \(SnippetOrigins.name(of: url)), which is not an allowed origin.")
      }
      let isOwn = SnippetOrigins.origin(of: url) == SnippetOrigins.origin(of: start)
      let response: SnippetResponse
      do {
        response = try await transport.get(url, headers: isOwn ? headers : [:], limit: limit)
      } catch let error as SnippetFailure {
        throw error
      } catch {
        try Task.checkCancellation()
        throw SnippetFailure(.unreachable, "\(url.shown) does not answer: \(error).")
      }
      cookies += response.headers.filter { $0.name.lowercased() == "set-cookie" }
        .map { SnippetCookie(url: url, field: $0.value) }
      if let next = Self.redirect(response, from: url) {
        url = next
        continue
      }
      guard (200..<300).contains(response.status) else {
        throw SnippetFailure(
          .status, "\(url.shown) responded with status \(response.status).", status: response.status)
      }
      // The limit is checked again, because a custom transport of the program may not enforce it.
      guard response.body.count <= limit else {
        throw SnippetFailure(.unreadable, "\(url.shown) has more than \(limit) bytes.")
      }
      return Result(response: response, url: url, cookies: cookies)
    }
    throw SnippetFailure(.refused, "\(start.shown) redirects more than \(limits.redirects) times.")
  }

  private static func redirect(_ response: SnippetResponse, from url: URL) -> URL? {
    guard [301, 302, 303, 307, 308].contains(response.status), let location = response.header("Location") else {
      return nil
    }
    return URL(string: location, relativeTo: url)?.absoluteURL
  }
}
