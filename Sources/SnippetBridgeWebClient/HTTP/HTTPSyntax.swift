import SnippetBridgeHTTP

/// The syntax of a request head (RFC 9110, sections 5.1 and 5.5).
package enum HTTPSyntax {
  /// Returns a sentence that describes the first header that cannot be sent, or `nil` if all headers are valid.
  package static func problem(of headers: [String: String]) -> String? {
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      guard !name.isEmpty, name.utf8.allSatisfy(\.isToken) else { return "\"\(name)\" is not a valid header name." }
      guard value.utf8.allSatisfy(\.isFieldValue) else { return "The value of \"\(name)\" has a control character." }
      guard !connection.contains(name.lowercased()) else {
        return "The header \"\(name)\" belongs to the connection and cannot be set."
      }
    }
    return nil
  }

  /// The headers that affect a request's framing or destination, which a program must not set.
  private static let connection: Set<String> = [
    "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Returns whether a value equals a word of ASCII letters, ignoring case. Compares bytes, because comparing text from
  /// a server as Unicode strings may be slow.
  static func isWord(_ word: String, _ value: some StringProtocol) -> Bool {
    word.utf8.elementsEqual(value.utf8) { $0 == $1 || ($0 ^ $1 == 0x20 && ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A) }
  }

  /// Returns the headers sorted by name. Throws ``WebClientError/request(_:)`` for headers that cannot be sent.
  static func checked(_ headers: [String: String]) throws -> [(String, String)] {
    if let problem = problem(of: headers) { throw WebClientError.request(problem) }
    return headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Returns the serialized head of a request, without validating the headers.
  package static func head(_ method: String, _ target: String, _ headers: [(String, String)]) -> String {
    "\(method) \(target) HTTP/1.1\r\n" + headers.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
  }
}
