import Foundation
import HTTPTypes
import SnippetBridge
import SnippetBridgeHTTP

/// A transport that handles requests for paths on this server internally, without a connection, and sends all other
/// requests over the network.
struct OwnTransport: SnippetTransport {
  let responses: OwnResponses
  /// The transports for proxied sites whose certificates are issued by a private authority, keyed by the origin of the
  /// site's target.
  private let sites: [WebOrigin: WebTransport]
  private let others = WebTransport()

  init(responses: OwnResponses, sites: [ProxiedSite]) {
    self.responses = responses
    let transports = sites.compactMap { site -> (WebOrigin, WebTransport)? in
      guard let file = site.authorityFile, let origin = WebOrigin(site.target) else { return nil }
      return (origin, WebTransport(authorityFile: file))
    }
    self.sites = Dictionary(transports) { first, _ in first }
  }

  func get(_ url: URL, headers: [String: String], limit: Int) async throws -> SnippetResponse {
    guard url.host() == OwnServer.host else {
      let transport = SnippetOrigins.origin(of: url).flatMap { sites[$0] } ?? others
      return try await transport.get(url, headers: headers, limit: limit)
    }
    var fields = HTTPFields()
    for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
    let answer: OwnResponses.Answer?
    do {
      answer = try await responses.answer(at: url.pathAndQuery, headers: fields, limit: limit)
    } catch is OwnResponses.TooLong {
      throw ShellError("\(url.pathAndQuery) has more than \(limit) bytes.")
    }
    guard let answer else { throw ShellError("\(url.pathAndQuery) is not a path of this server.") }
    return SnippetResponse(
      status: answer.status, headers: answer.headers.map { ($0.name.rawName, $0.value) }, body: answer.body)
  }

  func socket(
    _ url: URL, headers: [String: String], limit: Int
  ) async throws -> AsyncThrowingStream<String, any Error> {
    throw ShellError("This server has no socket for lists of snippets.")
  }
}

extension URL {
  /// The percent-encoded path, `/` if it is empty, and the query.
  package var pathAndQuery: String {
    let path = path(percentEncoded: true)
    return (path.isEmpty ? "/" : path) + (query(percentEncoded: true).map { "?\($0)" } ?? "")
  }
}
