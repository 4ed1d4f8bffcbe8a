/// The server's response to a hello.
struct PageGreeting: Decodable, Sendable {
  struct Limits: Decodable, Sendable {
    var message: Int
  }

  var ticket: String
  var webView: String
  var confirmed: Int
  var intercept: PageQuestions
  var limits: Limits
}

/// The kinds of navigation for which a page must ask the server first (docs/guides/protocol.md, section 6).
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
