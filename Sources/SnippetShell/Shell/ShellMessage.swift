import DSBridge

/// What the shell's page says. In JSON an array: a word, then values.
enum ShellMessage: Decodable, Sendable {
  struct Hello: Decodable, Sendable {
    /// Shows that the page is the shell's own, and at the top of its tab.
    var ticket: String
    /// Of the browser's present entry; nil for one that the shell has not made.
    var key: String?
    /// What the shell had the page keep last.
    var saved: SavedShell?
    /// What follows `#` in its address.
    var fragment: String

    private enum CodingKeys: CodingKey { case ticket, key, saved, fragment }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      ticket = try container.decode(String.self, forKey: .ticket)
      key = try container.decodeIfPresent(String.self, forKey: .key)
      // A browser keeps it through updates of the program: what cannot be read any more is not there.
      saved = (try? container.decodeIfPresent(SavedShell.self, forKey: .saved)) ?? nil
      fragment = try container.decode(String.self, forKey: .fragment)
    }
  }

  case hello(Hello)
  case event(id: Int, NodeEvent)
  /// The browser shows another entry.
  case moved(key: String)
  /// The user has changed the address, which is this fragment now.
  case open(fragment: String)
  /// Nobody has touched it for as long as a kiosk waits.
  case idle
  /// A patch did not fit.
  case lost
  /// A bar was measured.
  case geometry(bar: String, BarGeometry)
  /// A bar was swiped, by one page.
  case swiped(bar: String, Int)
  /// How far a pager is, from 0 to the number of its pages less 1, and the last turn that its page knew of.
  case position(pager: String, Double, isAtRest: Bool, turn: Int)

  init(from decoder: any Decoder) throws {
    var array = try decoder.unkeyedContainer()
    switch try array.decode(String.self) {
    case "hello": self = .hello(try array.decode(Hello.self))
    case "event":
      let id = try array.decode(Int.self)
      let name = try array.decode(NodeEvent.Name.self)
      self = .event(id: id, NodeEvent(name, value: try array.decode(NodeEvent.Value.self)))
    case "moved": self = .moved(key: try array.decode(String.self))
    case "open": self = .open(fragment: try array.decode(String.self))
    case "idle": self = .idle
    case "lost": self = .lost
    case "geometry":
      let bar = try array.decode(String.self)
      self = .geometry(bar: bar, try array.decode(BarGeometry.self))
    case "swiped":
      let bar = try array.decode(String.self)
      self = .swiped(bar: bar, try array.decode(Int.self))
    case "position":
      let pager = try array.decode(String.self)
      let position = try array.decode(Double.self)
      let isAtRest = try array.decode(Bool.self)
      self = .position(pager: pager, position, isAtRest: isAtRest, turn: try array.decode(Int.self))
    case let word:
      throw DecodingError.dataCorruptedError(in: array, debugDescription: "There is no message '\(word.prefix(50))'.")
    }
  }
}

/// What the shell tells its page. In JSON an array likewise.
enum ShellCommand: Encodable, Sendable {
  case tree(NodeSnapshot)
  case patches([Patch], duration: Int = 250)
  case history(HistoryState)
  /// Opens an address outside of the shell.
  case open(String)
  /// Somebody has touched the page in a frame.
  case touched
  /// Begins anew, as a shell that nobody knows.
  case begin

  func encode(to encoder: any Encoder) throws {
    var array = encoder.unkeyedContainer()
    switch self {
    case .tree(let node):
      try array.encode("tree")
      try array.encode(node)
    case .patches(let patches, let duration):
      try array.encode("patches")
      try array.encode(duration)
      try array.encode(patches)
    case .history(let state):
      try array.encode("history")
      try array.encode(state)
    case .begin: try array.encode("begin")
    case .touched: try array.encode("touched")
    case .open(let address):
      try array.encode("open")
      try array.encode(address)
    }
  }
}

/// The shell's history, as its page has the browser follow it.
struct HistoryState: Encodable, Equatable, Sendable {
  struct Entry: Encodable, Equatable, Sendable {
    var key: String
    /// For the address bar.
    var fragment: String
  }

  var entries: [Entry]
  var index: Int
  var title: String
  /// Kept by the page, for a server that has forgotten this shell.
  var saved: SavedShell
}
