import Foundation
import HTTPTypes
import SnippetBridge

/// Fetches what this server has itself, without a connection.
struct OwnTransport: SnippetTransport {
  let documents: PlainDocuments

  /// An address that stands for this server, whatever it is called.
  static func url(_ path: String) -> URL? { URL(string: "http://this-server\(path)") }

  func get(_ url: URL, headers: [String: String], limit: Int) async throws -> SnippetResponse {
    guard url.host() == "this-server", let answer = try await documents.answer(at: url.pathAndQuery) else {
      throw ShellError(
        "\(url) is of another server: make it a remote snippet, and show that (docs/remote-snippets.md).")
    }
    guard answer.body.count <= limit else { throw ShellError("\(url.pathAndQuery) has more than \(limit) bytes.") }
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
