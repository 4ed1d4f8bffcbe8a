import Foundation

/// A line of a wire message from the server, parsed strictly (docs/guides/protocol.md, section 3).
enum ReceivedLine: Sendable {
  struct Welcome: Decodable, Sendable {
    var confirmed: Int
    var intercept: PageQuestions
  }

  case welcome(Welcome)
  case ack(Int)
  case bye(String)
  case message(Int)
  case reply(Int, String?)
  case next(Int, String)
  case fail(Int, CallFailure)
  case callback(name: String, isLast: Bool, String?)
  case invoke(id: String, method: String, PageArguments)
  case evaluate(id: String, script: String)
  case event(name: String, String)

  /// The numbers of fields after each verb.
  private static let fieldCounts: [String: ClosedRange<Int>] = [
    "welcome": 1...1, "ack": 1...1, "bye": 1...1, "message": 1...1, "reply": 1...2, "next": 2...2, "fail": 2...2,
    "callback": 2...3, "invoke": 3...3, "eval": 2...2, "event": 2...2,
  ]

  /// Parses a line. Throws ``TestPageError/violation(_:)`` if the line is malformed.
  init(_ line: String) throws {
    func violation(_ part: String) -> TestPageError { .violation("\(part) \(line.prefix(200))") }
    let verb = String(line.prefix { $0 != " " })
    guard let counts = Self.fieldCounts[verb] else { throw violation("verb in") }
    let fields = line.split(separator: " ", maxSplits: counts.upperBound, omittingEmptySubsequences: false)
      .dropFirst().map(String.init)
    guard counts.contains(fields.count), fields.allSatisfy({ !$0.isEmpty }) else { throw violation("line") }
    let (first, last) = (fields[0], fields[fields.count - 1])
    let optional = fields.count == counts.upperBound ? last : nil
    func number() throws -> Int {
      guard let number = Int(first), number >= 0 else { throw violation("number in") }
      return number
    }
    func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
      do { return try PageJSON.value(type, of: last) } catch { throw violation("JSON in") }
    }
    switch verb {
    case "welcome": self = .welcome(try json(Welcome.self))
    case "ack": self = .ack(try number())
    case "bye": self = .bye(first)
    case "message": self = .message(try number())
    case "reply": self = .reply(try number(), optional)
    case "next": self = .next(try number(), last)
    case "fail": self = .fail(try number(), try json(CallFailure.self))
    case "callback":
      guard fields[1] == "done" || fields[1] == "more" && optional != nil else { throw violation("line") }
      self = .callback(name: first, isLast: fields[1] == "done", optional)
    case "invoke":
      guard let method = fields[1].removingPercentEncoding else { throw violation("method in") }
      self = .invoke(id: first, method: method, PageArguments(json: last))
    case "eval": self = .evaluate(id: first, script: try json(String.self))
    default: self = .event(name: first, last)
    }
  }

  /// Whether the line must be part of a numbered wire message, because it must not be lost.
  var needsNumber: Bool {
    switch self {
    case .welcome, .ack, .bye, .message: false
    default: true
    }
  }
}

/// A wire message that the page received from the server on the socket.
public struct ReceivedMessage: Sendable, Equatable {
  /// The time of arrival, measured by the page's clock from the time when the page was opened.
  public var time: Duration
  /// The number in the first line, such as 7 in `message 7`, or `nil` if the wire message is not numbered.
  public var number: Int?
  /// All lines except the line with the number.
  public var lines: [String]

  /// The lines that call JavaScript: `callback`, `next`, `invoke`, `eval`, and `fail` for a call with a callback.
  public var evaluations: [String] {
    lines.filter { line in
      switch try? ReceivedLine(line) {
      case .callback, .next, .invoke, .evaluate: true
      case .fail(_, let failure): failure.callback != nil
      default: false
      }
    }
  }
}
