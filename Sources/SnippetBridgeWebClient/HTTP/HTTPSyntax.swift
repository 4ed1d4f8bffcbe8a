import SnippetBridgeHTTP

/// The syntax of a request's head (RFC 9110, sections 5.1 and 5.5).
package enum HTTPSyntax {
  /// Returns whether the text can be the name of a header, or a method.
  package static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(\.isToken)
  }

  /// Returns whether the text can be the value of a header.
  package static func isValue(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy(\.isFieldValue)
  }

  /// Returns whether only the client may set this header, because it affects the framing or the destination of a
  /// request.
  package static func isForConnection(_ name: String) -> Bool { connection.contains(name.lowercased()) }

  private static let connection: Set<String> = [
    "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Returns whether a value is this word of ASCII letters, ignoring case. Bytes are compared, because a server may
  /// send text that takes long to compare as a string.
  static func isWord(_ word: String, _ value: some StringProtocol) -> Bool {
    word.utf8.elementsEqual(value.utf8) { $0 == $1 || ($0 ^ $1 == 0x20 && ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A) }
  }

  /// Returns the headers in a fixed order. Throws ``WebClientError/request(_:)`` for headers that cannot be sent.
  static func checked(_ headers: [String: String]) throws -> [(name: String, value: String)] {
    for (name, value) in headers {
      guard isToken(name), isValue(value) else {
        throw WebClientError.request(
          "\"\(name)\" is not a valid header name, or its value contains a control character")
      }
      guard !isForConnection(name) else {
        throw WebClientError.request("\"\(name)\" is a header that only the connection sets")
      }
    }
    return headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Returns the head of a request, without checking it.
  package static func head(_ method: String, _ target: String, _ headers: [(String, String)]) -> String {
    "\(method) \(target) HTTP/1.1\r\n" + headers.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
  }
}
