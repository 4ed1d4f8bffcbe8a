import DSBridgeText

/// The keys, channels and scripts of a fleet in Redis. No other file knows them.
///
/// All keys begin with `sb:{name}:`. A *session* is a period in which a node (a process) was subscribed without
/// interruption; its id is `<node>.<epoch>`. Everything that a session writes belongs to the session, and is removed
/// with it:
///
/// | key | content |
/// |---|---|
/// | `format` | the version of the stored data |
/// | `epoch`, `revision` | the counters of sessions and of changes to web views |
/// | `leases` | sorted set: session → the time when its lease ends, in ms, by the clock of Redis |
/// | `secret` | the key of the marks in browsers' cookies |
/// | `nodes`, `arrivals` | hash: node → `<session> <JSON of the node>`; the counter of its changes |
/// | `views:<session>` | hash: id of a web view → `<revision> <JSON>` |
/// | `former:<id>` | the JSON of a web view whose session has ended, for two minutes |
/// | `moved:<id>` | exists for two minutes after another server has read `former:<id>` |
/// | `names`, `group:<name>`, `offers:<interface>` | hashes of entries; each value begins with `<session> ` |
/// | `owned:<session>` | set of the session's entries in these hashes: `<key>\n<field>` |
///
/// Channels: `to:<session>` for messages to a session, `changes` for changes to web views, `arrivals` for the numbers
/// of changes to nodes.
struct FleetStore: Sendable {
  /// The version of the stored data. A fleet whose data has another version is refused.
  static let format = 1

  let name: String
  private let prefix: String

  /// Creates the store of a fleet. Throws if the name contains characters that are not allowed.
  init(name: String) throws(FleetError) {
    guard (1...64).contains(name.utf8.count),
      name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"{}*?[]\\".utf8.contains($0) })
    else {
      throw FleetError(
        .configuration,
        "The fleet's name \"\(name)\" is invalid: use 1 to 64 letters, digits or signs, but no spaces and none of {}*?[]\\."
      )
    }
    self.name = name
    prefix = "sb:{\(name)}:"
  }

  func channel(to session: String) -> String { "\(prefix)to:\(session)" }
  var changes: String { "\(prefix)changes" }
  var arrivals: String { "\(prefix)arrivals" }

  // MARK: Commands

  /// The command that loads all scripts' functions. Redis keeps a script until it restarts.
  var loading: [RedisCommand] { Script.all.map { RedisCommand("SCRIPT", "LOAD", $0.source) } }

  func subscribe(to channel: String) -> RedisCommand { RedisCommand("SUBSCRIBE", channel) }
  func unsubscribe(from channel: String) -> RedisCommand { RedisCommand("UNSUBSCRIBE", channel) }

  func publish(_ message: [UInt8], to session: String) -> RedisCommand {
    RedisCommand([Array("PUBLISH".utf8), Array(channel(to: session).utf8), message])
  }

  /// Checks the format, and returns the number of a new session and the fleet's secret. If the fleet has none, `secret`
  /// becomes the fleet's.
  func begin(secret: String) -> RedisCommand { run(.begin, ["\(Self.format)", secret]) }

  /// Returns all nodes: pairs of an id and `<session> <JSON of the node>`.
  func nodes() -> RedisCommand { RedisCommand("HGETALL", "\(prefix)nodes") }

  /// A text for the names of cookies, by which fleets with the same host name differ.
  var cookieSuffix: String {
    String(name.utf8.reduce(5381 as UInt64) { $0 &* 33 ^ UInt64($1) } % 1_000_000_007, radix: 36)
  }

  /// Begins the lease of a session, and removes the node's previous session.
  func enter(_ session: String, replacing old: String, lease: Duration, node: String, info: [UInt8]) -> RedisCommand {
    run(.enter, [session, old, "\(lease.milliseconds)", node].map { Array($0.utf8) } + [info])
  }

  /// Renews the lease, and removes sessions whose lease has ended. Returns 0 if the lease has ended, otherwise the
  /// counter of changes of nodes, followed by those of `others` that have ended.
  func beat(_ session: String, lease: Duration, others: some Sequence<String>) -> RedisCommand {
    run(.beat, [session, "\(lease.milliseconds)"] + others)
  }

  /// Removes a session.
  func leave(_ session: String) -> RedisCommand { run(.leave, [session]) }

  /// Writes entries. Returns 0 if the lease has ended, otherwise for each entry "", the value that has the name, or
  /// "moved" for a web view whose page another server shows now.
  func write(_ entries: OwnedEntries.Batch, of session: String) -> RedisCommand {
    var arguments = [Array(session.utf8)]
    for (key, value, _) in entries {
      let (kind, hash, field) =
        switch key {
        case .webView(let id): ("view", "", id)
        case .name(let name): ("name", "names", name)
        case .group(let name): ("entry", "group:\(Self.inKey(name))", session)
        case .offer(let interface): ("entry", "offers:\(Self.inKey(interface))", session)
        }
      arguments += [kind, hash, field, value == nil ? "0" : "1"].map { Array($0.utf8) } + [value ?? []]
    }
    return run(.write, arguments)
  }

  /// Returns `<session> <id>` of the web view with a name, or null.
  func find(name: String) -> RedisCommand { run(.find, ["names", name]) }

  /// Returns `<session> <JSON>` of a node, or null.
  func find(node: String) -> RedisCommand { run(.find, ["nodes", node]) }

  /// Returns the JSON of a web view whose session has ended a short time ago, or null. From then on, the web view
  /// counts as moved.
  /// - Parameter browsers: The sessions of the page's browser. A web view of another browser is not returned.
  func former(_ id: String, of browsers: Set<String>) -> RedisCommand { run(.former, [id] + browsers.sorted()) }

  /// Publishes a message to each session that has web views in the group. Returns the sessions that have received it.
  func publish(_ message: [UInt8], toGroup group: String) -> RedisCommand {
    run(.group, [Array("group:\(Self.inKey(group))".utf8), message])
  }

  /// Returns the values of all offers of an interface: `<session> <JSON>`.
  func offers(of interface: String) -> RedisCommand { run(.offers, ["offers:\(Self.inKey(interface))"]) }

  /// Returns the sessions whose lease has not ended.
  func sessions() -> RedisCommand { run(.sessions, [String]()) }

  /// Returns a part of the web views of a session: a cursor and pairs of an id and `<revision> <JSON>`.
  func webViews(of session: String, cursor: String, count: Int) -> RedisCommand {
    RedisCommand("HSCAN", "\(prefix)views:\(session)", cursor, "COUNT", "\(count)")
  }

  /// Returns a name for use in a key, without line breaks, because `owned:<session>` separates keys and fields by them.
  private static func inKey(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\n") }) else { return name }
    return name.replacing("%", with: "%25").utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "%0A")
  }

  private func run(_ script: Script, _ arguments: [String]) -> RedisCommand {
    run(script, arguments.map { Array($0.utf8) })
  }

  private func run(_ script: Script, _ arguments: [[UInt8]]) -> RedisCommand {
    RedisCommand([Array("EVALSHA".utf8), script.digest, Array("1".utf8), Array(prefix.utf8)] + arguments)
  }
}

/// A thing that a session stores.
enum OwnedKey: Hashable, Sendable {
  case webView(String)
  case name(String)
  case group(String)
  case offer(String)
}

extension Duration {
  /// The number of whole milliseconds; at most 2^50, which is longer than 30,000 years.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(min(max(seconds, 0), 1 << 40)) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}
