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

  /// Parses a line. Throws ``TestPageError/violation(_:)`` if the line is malformed.
  init(_ line: String) throws {
    let verb = String(line.prefix { $0 != " " })
    func fields(_ count: Int, optional: Int = 0) throws -> [String] {
      let fields = line.split(separator: " ", maxSplits: count, omittingEmptySubsequences: false).dropFirst().map(
        String.init)
      guard (count - optional...count).contains(fields.count), fields.allSatisfy({ !$0.isEmpty }) else {
        throw TestPageError.violation("line \(line.prefix(200))")
      }
      return fields
    }
    func number(_ text: String) throws -> Int {
      guard let number = Int(text), number >= 0 else { throw TestPageError.violation("number in \(line.prefix(200))") }
      return number
    }
    func json<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
      do {
        return try PageJSON.value(type, of: text)
      } catch {
        throw TestPageError.violation("JSON in \(line.prefix(200))")
      }
    }
    switch verb {
    case "welcome":
      self = .welcome(try json(Welcome.self, try fields(1)[0]))
    case "ack":
      self = .ack(try number(try fields(1)[0]))
    case "bye":
      self = .bye(try fields(1)[0])
    case "message":
      self = .message(try number(try fields(1)[0]))
    case "reply":
      let fields = try fields(2, optional: 1)
      self = .reply(try number(fields[0]), fields.count == 2 ? fields[1] : nil)
    case "next":
      let fields = try fields(2)
      self = .next(try number(fields[0]), fields[1])
    case "fail":
      let fields = try fields(2)
      self = .fail(try number(fields[0]), try json(CallFailure.self, fields[1]))
    case "callback":
      let fields = try fields(3, optional: 1)
      guard fields[1] == "done" || fields[1] == "more" && fields.count == 3 else {
        throw TestPageError.violation("line \(line.prefix(200))")
      }
      self = .callback(name: fields[0], isLast: fields[1] == "done", fields.count == 3 ? fields[2] : nil)
    case "invoke":
      let fields = try fields(3)
      guard let method = fields[1].removingPercentEncoding else {
        throw TestPageError.violation("method in \(line.prefix(200))")
      }
      self = .invoke(id: fields[0], method: method, PageArguments(json: fields[2]))
    case "eval":
      let fields = try fields(2)
      self = .evaluate(id: fields[0], script: try json(String.self, fields[1]))
    case "event":
      let fields = try fields(2)
      self = .event(name: fields[0], fields[1])
    default:
      throw TestPageError.violation("verb in \(line.prefix(200))")
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
      switch line.prefix(while: { $0 != " " }) {
      case "callback", "next", "invoke", "eval": true
      case "fail":
        (try? ReceivedLine(line)).map { if case .fail(_, let failure) = $0 { failure.callback != nil } else { false } }
          ?? false
      default: false
      }
    }
  }
}
