import DSBridge

/// One event of an ``EventStream``.
public struct ServerSentEvent: Sendable, Hashable {
  /// `event.data` in the page; of any number of lines.
  public var data: String
  /// What the page listens for; nil for `message`.
  public var event: String?
  /// What a page that comes back sends as `Last-Event-ID`; nil leaves it at the last one.
  public var id: String?
  /// How long a page waits before it connects again; nil for what it does already.
  public var retry: Duration?

  /// As given.
  public init(data: String, event: String? = nil, id: String? = nil, retry: Duration? = nil) {
    self.data = data
    self.event = event
    self.id = id
    self.retry = retry
  }

  /// With a value's JSON as its data.
  public init(encoding value: some Encodable, event: String? = nil, id: String? = nil, retry: Duration? = nil) throws {
    self.init(data: "\(try JSONSerializer().encode(value))", event: event, id: id, retry: retry)
  }

  /// As it is sent. Line ends in a name or an id become spaces; each line of the data becomes a line of its own.
  var text: String {
    var text = ""
    if let event { text += "event: \(Self.oneLine(event))\n" }
    // A browser ignores an id with a NUL.
    if let id { text += "id: \(Self.oneLine(id))\n" }
    if let retry {
      text += "retry: \(Int(min(max(0, retry / .milliseconds(1)), 1e12)))\n"
    }
    for line in Self.lines(data) { text += "data: \(line)\n" }
    return text + "\n"
  }

  /// CR LF, LF and CR end a line.
  private static func lines(_ text: String) -> [String] {
    text.replacing("\r\n", with: "\n").unicodeScalars
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
      .map { String($0) }
  }

  private static func oneLine(_ text: String) -> String {
    lines(text).joined(separator: " ")
  }
}
