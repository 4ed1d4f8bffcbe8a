import Foundation
import SnippetShell

/// What a shell says to its page (docs/shell.md).
enum ShellNews: Decodable {
  struct History: Decodable {
    struct Entry: Decodable {
      var key: String
      var fragment: String
    }

    var entries: [Entry]
    var index: Int
    var title: String
    var saved: Kept
  }

  /// Kept for the next document, and not looked into.
  struct Kept: Codable {
    var value: SavedValue
    init(from decoder: any Decoder) throws { value = try SavedValue(from: decoder) }
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  case tree(NodeSnapshot)
  case patches([Patch])
  case history(History, String)
  case open(String)
  case begin

  init(from decoder: any Decoder) throws {
    var array = try decoder.unkeyedContainer()
    switch try array.decode(String.self) {
    case "tree": self = .tree(try array.decode(NodeSnapshot.self))
    case "patches":
      _ = try array.decode(Int.self)
      self = .patches(try array.decode([Patch].self))
    case "history":
      let history = try array.decode(History.self)
      self = .history(history, try PageJSON.text(history.saved))
    case "begin": self = .begin
    case "open": self = .open(try array.decode(String.self))
    case let word: throw DecodingError.dataCorruptedError(in: array, debugDescription: "What is \(word)?")
    }
  }
}

/// Any JSON.
indirect enum SavedValue: Codable {
  case null, bool(Bool), number(Double), text(String), list([SavedValue]), members([String: SavedValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([SavedValue].self) {
      self = .list(value)
    } else {
      self = .members(try container.decode([String: SavedValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .members(let value): try container.encode(value)
    }
  }
}

/// What the shell's page says first.
struct ShellHello {
  var ticket: String
  var key: String?
  /// JSON.
  var saved: String
  var fragment: String

  var text: String {
    let key = key.map { "\"\($0)\"" } ?? "null"
    let fragment = (try? PageJSON.text(fragment)) ?? "\"\""
    return "{\"ticket\":\"\(ticket)\",\"key\":\(key),\"saved\":\(saved),\"fragment\":\(fragment)}"
  }
}
