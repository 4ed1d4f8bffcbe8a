import Foundation
import SnippetShell

/// A message from a shell to its page (docs/guides/shell.md).
enum ShellNews: Decodable {
  struct History: Decodable {
    struct Entry: Decodable {
      var key: String
      var fragment: String
    }

    var entries: [Entry]
    var index: Int
    var title: String
    /// The state that the page stores, to pass it to the shell after a reload.
    var saved: Props

    var present: Entry? { entries.indices.contains(index) ? entries[index] : nil }
  }

  case tree(NodeSnapshot)
  case patches([Patch])
  case history(History)
  case pages([String: Props])
  case open(String)
  case begin

  init(from decoder: any Decoder) throws {
    var array = try decoder.unkeyedContainer()
    switch try array.decode(String.self) {
    case "tree": self = .tree(try array.decode(NodeSnapshot.self))
    case "patches": self = .patches(try array.decode([Patch].self))
    case "history": self = .history(try array.decode(History.self))
    case "pages": self = .pages(try array.decode([String: Props].self))
    case "begin": self = .begin
    case "open": self = .open(try array.decode(String.self))
    case let word: throw DecodingError.dataCorruptedError(in: array, debugDescription: "\(word) is unknown.")
    }
  }
}

extension Props {
  /// Returns a copy in which the member object `name` also contains `values`.
  func merging(_ values: [String: Props], into name: String) -> Props {
    guard case .dictionary(var all) = self, case .dictionary(let old)? = all[name] else { return self }
    all[name] = .dictionary(old.merging(values) { $1 })
    return .dictionary(all)
  }
}

/// The state of a shell as its page knows it.
struct ShellState: Sendable {
  var tree: NodeSnapshot?
  var history: ShellNews.History?

  var keys: [String] { history?.entries.map(\.key) ?? [] }

  mutating func receive(_ news: ShellNews) {
    switch news {
    case .tree(let tree): self.tree = tree
    case .patches(let patches): tree = tree?.applying(patches)
    case .history(let history): self.history = history
    case .pages(let pages): if let saved = history?.saved { history?.saved = saved.merging(pages, into: "pages") }
    case .begin: history = nil
    case .open: break
    }
  }

  /// Applies a message as JSON. Ignores a message that cannot be decoded.
  mutating func receive(_ json: String) {
    if let news = try? PageJSON.value(ShellNews.self, of: json) { receive(news) }
  }
}
