/// The navigations that a page performs only after asking the server.
package enum NavigationQuestions: String, Encodable, Sendable {
  case none = "false"
  /// Navigations to documents only. The page does not ask about history entries, because only an interceptor of the
  /// program could decide about them, and the program has not set one.
  case documents = #""url""#
  case all = "true"

  /// The value in the wire protocol.
  var json: JSON { JSON(rawValue) }

  /// Encodes `false`, `"url"` or `true`.
  package func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}
