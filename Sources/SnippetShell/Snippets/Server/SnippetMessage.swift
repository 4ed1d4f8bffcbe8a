import DSBridgeText
import Foundation

/// A message of a list's socket: `{ "type": "snippetUpdated", "data": { "id": "shop", … } }`.
enum SnippetMessage: Sendable, Equatable {
  case created
  case deleted
  case updated(Snippet)

  init(reading text: String, of origin: String, limit: Int) throws(SnippetError) {
    var error: SnippetError
    do {
      guard text.utf8.count <= limit else {
        throw SnippetError("The message has more than \(limit) bytes.")
      }
      self = try JSONDecoder().decode(Message.self, from: Data(StreamSafeJSON.text(Array(text.utf8)))).message
      return
    } catch let problem as SnippetError {
      error = problem
    } catch let problem as DecodingError {
      error = SnippetError(problem, snippet: nil, depth: 0)
    } catch let problem {
      error = SnippetError("\(problem)")
    }
    error.origin = origin
    throw error
  }

  private struct Message: Decodable {
    let message: SnippetMessage

    private enum Key: String, CodingKey {
      case type, data
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      switch try container.decode(String.self, forKey: .type) {
      case "snippetCreated": message = .created
      case "snippetDeleted": message = .deleted
      case "snippetUpdated": message = .updated(try container.decode(Snippet.self, forKey: .data))
      case let type:
        throw DecodingError.dataCorruptedError(
          forKey: .type, in: container, debugDescription: "There are no messages of type \"\(type.prefix(40))\".")
      }
    }
  }
}
