import DSBridge

/// A message from the shell's page. In JSON, an array that contains the message's name and its values.
enum ShellMessage: Decodable, Sendable {
  struct Hello: Decodable, Sendable {
    /// The ticket that proves that the page is the shell's own page and the top-level document of its browser tab.
    var ticket: String
    /// The key of the browser's current history entry; `nil` if the shell did not create that entry.
    var key: String?
    /// The state that the page has saved.
    var saved: SavedState?
    /// The text after `#` in the page's address.
    var fragment: String
    /// Whether the browser fires an event before each navigation of a document, so that the page script asks about all
    /// of them. `false` or `nil` in WebKit without the Navigation API.
    var hasNavigateEvent: Bool?
  }

  /// The state of a shell, or `nil` if it cannot be decoded. The browser keeps the state while the program is updated,
  /// so the state may have an old format.
  struct SavedState: Decodable, Sendable {
    let shell: SavedShell?

    init(from decoder: any Decoder) throws { shell = try? SavedShell(from: decoder) }
  }

  case hello(Hello)
  case event(id: Int, NodeEvent)
  /// The browser has navigated to another history entry.
  case moved(key: String)
  /// The user has edited the address, which now has this fragment.
  case open(fragment: String)
  /// The idle time of a kiosk has passed without input.
  case idle
  /// The page could not apply a patch.
  case lost
  /// The page has measured a bar.
  case geometry(bar: String, BarGeometry)
  /// The user has swiped a bar to the next page (1) or to the previous page (-1).
  case swiped(bar: String, Int)
  /// The scroll position of a pager, where 0 is the first page and 1 the second. `turn` is the number of the last
  /// scroll request that the browser has received.
  case position(pager: String, Double, isAtRest: Bool, turn: Int)

  init(from decoder: any Decoder) throws {
    var array = try decoder.unkeyedContainer()
    func next<Value: Decodable>() throws -> Value { try array.decode(Value.self) }
    switch try array.decode(String.self) {
    case "hello": self = .hello(try next())
    case "event": self = .event(id: try next(), NodeEvent(try next(), value: try next()))
    case "moved": self = .moved(key: try next())
    case "open": self = .open(fragment: try next())
    case "idle": self = .idle
    case "lost": self = .lost
    case "geometry": self = .geometry(bar: try next(), try next())
    case "swiped": self = .swiped(bar: try next(), try next())
    case "position": self = .position(pager: try next(), try next(), isAtRest: try next(), turn: try next())
    case let word:
      throw DecodingError.dataCorruptedError(in: array, debugDescription: "There is no message '\(word.prefix(50))'.")
    }
  }
}

/// A message to the shell's page. In JSON, an array that contains the message's name and its values.
enum ShellCommand: Encodable, Sendable {
  case tree(NodeSnapshot)
  case patches([Patch])
  case history(HistoryState)
  /// Updates the saved pages that have changed.
  case pages([String: SavedShell.Page])
  /// Opens a URL in a new window.
  case open(String)
  /// Reports user input in the page of an iframe, so that a kiosk does not count as idle.
  case touched
  /// Deletes the state that the page has saved, and reloads the page as a new shell.
  case begin

  func encode(to encoder: any Encoder) throws {
    var array = encoder.unkeyedContainer()
    switch self {
    case .tree(let node): try array.encode(all: "tree", node)
    case .patches(let patches): try array.encode(all: "patches", patches)
    case .history(let state): try array.encode(all: "history", state)
    case .pages(let pages): try array.encode(all: "pages", pages)
    case .begin: try array.encode("begin")
    case .touched: try array.encode("touched")
    case .open(let address): try array.encode(all: "open", address)
    }
  }
}
