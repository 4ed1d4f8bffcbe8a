/// How the document introduces itself (docs/protocol.md, section 2).
struct PageHello: Encodable, Sendable {
  var document: String
  var key: String
  var webView: String?
  var order: Int?
  var first: Int
  var received: Int
  var url: String
  /// The name of the frame that shows the document; nil at the top of a tab.
  var frame: String?

  private enum CodingKeys: String, CodingKey {
    case `protocol`, document, key, webView, order, first, received, url, frame
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(1, forKey: .protocol)
    try container.encode(document, forKey: .document)
    try container.encode(key, forKey: .key)
    // Unlike what is synthesised, null where there is none.
    try container.encode(webView, forKey: .webView)
    try container.encodeIfPresent(order, forKey: .order)
    try container.encode(first, forKey: .first)
    try container.encode(received, forKey: .received)
    try container.encode(url, forKey: .url)
    try container.encodeIfPresent(frame, forKey: .frame)
  }
}

/// What the server answers.
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

/// The first line on a socket.
struct PageSocketHello: Encodable, Sendable {
  var document: String
  var ticket: String
  var received: Int
}
