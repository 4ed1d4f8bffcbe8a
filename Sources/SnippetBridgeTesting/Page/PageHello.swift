/// The hello request for a document (docs/guides/protocol.md, section 2).
struct PageHello: Encodable, Sendable {
  var document: String
  var key: String
  var webView: String?
  var order: Int?
  var first: Int
  var received: Int
  var url: String
  /// The name of the iframe that shows the document, or `nil` if the document is at the top level of a tab.
  var iframe: String?

  private enum CodingKeys: String, CodingKey {
    case `protocol`, document, key, webView, order, first, received, url, iframe
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(1, forKey: .protocol)
    try container.encode(document, forKey: .document)
    try container.encode(key, forKey: .key)
    // The protocol requires `null` if there is no web view. The synthesized encoder would omit the member.
    try container.encode(webView, forKey: .webView)
    try container.encodeIfPresent(order, forKey: .order)
    try container.encode(first, forKey: .first)
    try container.encode(received, forKey: .received)
    try container.encode(url, forKey: .url)
    try container.encodeIfPresent(iframe, forKey: .iframe)
  }
}

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

/// The first line that the page sends on a socket.
struct PageSocketHello: Encodable, Sendable {
  var document: String
  var ticket: String
  var received: Int
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
