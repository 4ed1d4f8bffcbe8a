import DSBridge
import DSBridgeText

/// A message from one session to another: a line of fields that are separated by spaces, and a body after it.
///
///     1 call 17 <sender> <web view> <last|all> <ms or 0> <function>
///     <JSON of the arguments>
///
/// The first four fields are the same in all versions. A receiver ignores further fields that it does not know.
struct FleetMessage: Sendable, Equatable {
  /// The version of the messages that this program sends and understands.
  static let version = 1
  /// The maximum size of a message, in bytes.
  static let largest = 1 << 20

  enum Content: Sendable, Equatable {
    /// A call of a page's function. `wantsAll` is false if only the last value is sent back.
    case call(webView: String, function: String, wantsAll: Bool, limit: Duration?)
    /// A call of a function of all pages in a group.
    case group(String, function: String)
    /// A call of a function of an interface.
    case invoke(interface: String, function: String)
    /// A call that asks for the data of a web view, because the sender shows its page now. The receiver closes it if it
    /// belongs to one of the browsers.
    case moved(webView: String, browsers: Set<String>)
    /// A value of a call; without a body for `undefined` or no value.
    case value(isLast: Bool)
    /// The failure of a call. The body is the error in the bridge's JSON format.
    case fail
    /// The number of pages that a call to a group has reached.
    case reached(Int)
    /// The caller does not wait any longer.
    case cancel
    /// The caller has processed this number of values.
    case processed(Int)
  }

  var content: Content
  /// The number of the call, which the caller's session uses once.
  var id: Int
  /// The session that sends the message.
  var sender: String
  var body: JSON?

  /// The message's bytes.
  var bytes: [UInt8] {
    var fields: [String]
    switch content {
    case .call(let webView, let function, let wantsAll, let limit):
      fields = [
        "call", webView, wantsAll ? "all" : "last", "\(limit.map { max(1, $0.milliseconds) } ?? 0)",
        function.percentEncoded,
      ]
    case .group(let group, let function): fields = ["group", group.percentEncoded, function.percentEncoded]
    case .invoke(let interface, let function):
      fields = ["invoke", interface.percentEncoded, function.percentEncoded]
    case .moved(let webView, let browsers):
      fields = ["moved", webView, browsers.sorted().joined(separator: ",")]
    case .value(let isLast): fields = ["value", isLast ? "last" : "more"]
    case .fail: fields = ["fail"]
    case .reached(let count): fields = ["reached", "\(count)"]
    case .cancel: fields = ["cancel"]
    case .processed(let count): fields = ["processed", "\(count)"]
    }
    fields.insert(contentsOf: ["\(id)", sender], at: 1)
    return Array("\(Self.version) \(fields.joined(separator: " "))\n".utf8) + (body?.bytes ?? [])
  }
}

extension FleetMessage {
  /// The reason why a message is not understood. The call that it belongs to, if it is known, can be answered.
  struct Unreadable: Error, Equatable {
    var reason: String
    var id: Int?
    var sender: String?
    /// Indicates whether the message answers a call of this session. Only other messages are answered with an error.
    var isAnswer = false
  }

  /// Parses a message. The bytes may be anything.
  init(_ bytes: [UInt8]) throws(Unreadable) {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    let fields = bytes[..<end].prefix(4096).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    func text(_ index: Int) -> String { index < fields.count ? String(percentEncodedPeer: fields[index]) : "" }
    guard fields.count >= 4, let id = Int(text(2)), id >= 0, Self.isSession(text(3)) else {
      throw Unreadable(reason: "A message does not begin with a version, a verb, a number and a session.")
    }
    self.id = id
    let sender = text(3)
    self.sender = sender
    let isAnswer = ["value", "fail", "reached"].contains(UTF8Key(text(1)))
    func unreadable(_ reason: String) -> Unreadable {
      Unreadable(reason: reason, id: id, sender: sender, isAnswer: isAnswer)
    }
    guard text(0).hasSameBytes(as: "\(Self.version)") else {
      throw unreadable(
        "A message of \(sender) has version \(text(0).cut(toBytes: 20)), but this program understands version \(Self.version). Update the older program."
      )
    }
    guard bytes.count <= Self.largest else {
      throw unreadable("A message of \(sender) has \(bytes.count) bytes. The limit is \(Self.largest) bytes.")
    }
    let number = Int(text(4))
    switch (UTF8Key(text(1)), fields.count) {
    case ("call", 8...):
      let limit = Int(text(6)) ?? 0
      content = .call(
        webView: text(4), function: text(7), wantsAll: text(5).hasSameBytes(as: "all"),
        limit: limit > 0 ? .milliseconds(limit) : nil)
    case ("group", 6...): content = .group(text(4), function: text(5))
    case ("invoke", 6...): content = .invoke(interface: text(4), function: text(5))
    case ("moved", 6...):
      content = .moved(webView: text(4), browsers: Set(text(5).split(separator: ",").map(String.init)))
    case ("value", 5...): content = .value(isLast: text(4).hasSameBytes(as: "last"))
    case ("fail", 4...): content = .fail
    case ("reached", 5...) where number.map({ 0...1_000_000_000 ~= $0 }) == true: content = .reached(number ?? 0)
    case ("cancel", 4...): content = .cancel
    case ("processed", 5...) where number.map({ 0...1_000_000 ~= $0 }) == true: content = .processed(number ?? 0)
    default:
      throw unreadable("A message of \(sender) has the unknown or incomplete verb \"\(text(1).cut(toBytes: 40))\".")
    }
    // Control characters, which JSON may contain only between its tokens, become spaces.
    body = end + 1 < bytes.count ? JSON(sanitizing: bytes[(end + 1)...]) : nil
  }

  /// Returns whether a text has the form of a session's id: `<16 hexadecimal digits>.<number>`.
  static func isSession(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].count == 16 && (1...18).contains(parts[1].count)
      && parts[1].allSatisfy("0123456789".utf8.contains) && parts[0].allSatisfy("0123456789abcdef".utf8.contains)
  }
}

extension JSON {
  /// Creates a JSON text from a peer's bytes.
  fileprivate init(sanitizing bytes: ArraySlice<UInt8>) {
    self.init(bytes: bytes.contains { $0 < 0x20 } ? bytes.map { max($0, 0x20) }[...] : bytes)
  }
}
