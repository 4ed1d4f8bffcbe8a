import Foundation
import HTTPTypes
import SnippetBridge

/// Fetches what this server has itself, without a connection.
struct OwnTransport: SnippetTransport {
  let responses: OwnResponses

  /// An address that stands for this server, whatever it is called.
  static func url(_ path: String) -> URL? { URL(string: "http://this-server\(path)") }

  func get(_ url: URL, headers: [String: String], limit: Int) async throws -> SnippetResponse {
    var fields = HTTPFields()
    for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
    let answer: OwnResponses.Answer?
    do {
      answer = try await responses.answer(at: url.pathAndQuery, headers: fields, limit: limit)
    } catch is OwnResponses.TooLong {
      throw ShellError("\(url.pathAndQuery) has more than \(limit) bytes.")
    }
    guard let answer else { throw ShellError("\(url.pathAndQuery) is no path of this server.") }
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
  fileprivate var pathAndQuery: String {
    let path = path(percentEncoded: true)
    return (path.isEmpty ? "/" : path) + (query(percentEncoded: true).map { "?\($0)" } ?? "")
  }
}
