/// What a page has to ask about before it navigates.
package enum NavigationQuestions: Sendable, Equatable {
  case none
  /// Documents, and no history entries: nobody decides about those.
  case documents
  case all

  /// As the wire has it.
  var json: JSON {
    switch self {
    case .none: "false"
    case .documents: "\"url\""
    case .all: "true"
    }
  }
}

extension NavigationQuestions: Encodable {
  /// `false`, `"url"` or `true`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .none: try container.encode(false)
    case .documents: try container.encode("url")
    case .all: try container.encode(true)
    }
  }
}
