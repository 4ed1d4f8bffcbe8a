/// What a page has to ask about before it navigates (docs/protocol.md, section 6).
enum PageQuestions: Decodable, Sendable, Equatable {
  case none
  case documents
  case all

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let isAsking = try? container.decode(Bool.self) {
      self = isAsking ? .all : .none
    } else if try container.decode(String.self) == "url" {
      self = .documents
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "neither true, false nor \"url\"")
    }
  }
}
