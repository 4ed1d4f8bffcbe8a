import DSBridge

/// A message from the server on the WebSocket for a list: `{ "type": "snippetUpdated", "data": { "id": "shop", … } }`.
enum SnippetMessage: Sendable, Equatable {
  case created
  case deleted
  case updated(Snippet)

  init(reading text: String, of origin: String, limit: Int) throws(SnippetError) {
    do {
      guard text.utf8.count <= limit else { throw SnippetError("The message has more than \(limit) bytes.") }
      self = try JSONDocument(Array(text.utf8)).decode(SnippetMessage.self)
    } catch {
      var error = SnippetError(decoding: error)
      error.origin = origin
      throw error
    }
  }
}

extension SnippetMessage: Decodable {
  private enum Key: String, CodingKey {
    case type, data
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    switch try container.decode(String.self, forKey: .type) {
    case "snippetCreated": self = .created
    case "snippetDeleted": self = .deleted
    case "snippetUpdated": self = .updated(try container.decode(Snippet.self, forKey: .data))
    case let type:
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: container, debugDescription: "The message type \"\(type.prefix(40))\" is unknown.")
    }
  }
}
