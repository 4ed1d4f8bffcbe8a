import Foundation
import SnippetShell

/// A message of a shell to its page (docs/guides/shell.md).
enum ShellNews: Decodable {
  struct History: Decodable {
    struct Entry: Decodable {
      var key: String
      var fragment: String
    }

    var entries: [Entry]
    var index: Int
    var title: String
    /// The state that the page keeps for the next document.
    var saved: SavedValue
  }

  case tree(NodeSnapshot)
  case patches([Patch])
  case history(History)
  case pages([String: SavedValue])
  case open(String)
  case begin

  init(from decoder: any Decoder) throws {
    var array = try decoder.unkeyedContainer()
    switch try array.decode(String.self) {
    case "tree": self = .tree(try array.decode(NodeSnapshot.self))
    case "patches": self = .patches(try array.decode([Patch].self))
    case "history":
      self = .history(try array.decode(History.self))
    case "pages": self = .pages(try array.decode([String: SavedValue].self))
    case "begin": self = .begin
    case "open": self = .open(try array.decode(String.self))
    case let word: throw DecodingError.dataCorruptedError(in: array, debugDescription: "\(word) is unknown.")
    }
  }
}

/// Any JSON value.
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

  /// Returns a copy in which the object `name` also contains `values`.
  func merging(_ values: [String: SavedValue], into name: String) -> SavedValue {
    guard case .members(var all) = self, case .members(let old)? = all[name] else { return self }
    all[name] = .members(old.merging(values) { $1 })
    return .members(all)
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

/// The first message of the shell's page.
struct ShellHello {
  var ticket: String
  var key: String?
  var saved: SavedValue
  var fragment: String

  var text: String {
    let key = key.map { "\"\($0)\"" } ?? "null"
    let fragment = (try? PageJSON.text(fragment)) ?? "\"\""
    let saved = (try? PageJSON.text(saved)) ?? "null"
    return "{\"ticket\":\"\(ticket)\",\"key\":\(key),\"saved\":\(saved),\"fragment\":\(fragment)}"
  }
}
