/// The navigations that a page performs only after asking the server.
package enum NavigationQuestions: Sendable, Equatable {
  case none
  /// Navigations to documents only. The page does not ask about history entries, because only an interceptor of the
  /// program could decide about them, and the program has not set one.
  case documents
  case all

  /// The value in the wire protocol.
  var json: JSON {
    switch self {
    case .none: "false"
    case .documents: "\"url\""
    case .all: "true"
    }
  }
}

extension NavigationQuestions: Encodable {
  /// Encodes `false`, `"url"` or `true`.
  package func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}
