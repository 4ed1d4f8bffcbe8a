import SnippetBridgeWebClient

/// Arbitrary responses and WebSocket messages, parsed by this project's client. The result must not depend on the
/// pieces in which the input arrives.
struct ClientReplies: Subject {
  static let name = "client"
  static let corpus = "responses"
  static let tokens = Tokens.responses + ["\u{1}\u{2}hi", "\u{8}\u{0}"]
  static let stretch = 500

  private static let limit = 200

  func run(_ input: [UInt8]) throws {
    let whole = Self.reading(input, by: max(1, input.count))
    guard whole == Self.reading(input, by: 1), whole == Self.reading(input, by: 5) else {
      throw Finding("in pieces it is another answer than \(whole)")
    }
    let messages = input.map { $0 & 0x80 != 0 ? $0 & 0x8F : $0 }
    let events = Self.events(messages, by: max(1, messages.count))
    guard events == Self.events(messages, by: 1), events == Self.events(messages, by: 5) else {
      throw Finding("in pieces there are other messages than \(events)")
    }
  }

  /// Returns the parsed response or the error, if the input arrives in pieces of `step` bytes.
  private static func reading(_ input: [UInt8], by step: Int) -> [String] {
    var parser = HTTPReplyParser(headLimit: 1000, bodyLimit: limit)
    do {
      for start in stride(from: 0, to: input.count, by: step) {
        guard let reply = try parser.read(Array(input[start..<min(input.count, start + step)])) else { continue }
        return text(reply)
      }
      return text(try parser.end())
    } catch {
      return ["\(error)"]
    }
  }

  private static func text(_ reply: HTTPReply) -> [String] {
    precondition(reply.body.count <= limit, "more than may come is kept")
    return ["\(reply.status)", reply.reason, "\(reply.body)"] + reply.headers.flatMap { [$0.name, $0.value] }
  }

  private static func events(_ input: [UInt8], by step: Int) -> [String] {
    var session = WebSocketSession(limit: limit)
    var events: [String] = []
    do {
      for start in stride(from: 0, to: input.count, by: step) {
        session.read(Array(input[start..<min(input.count, start + step)]))
        while let event = try session.next() { events.append("\(event)") }
      }
    } catch {
      events.append("\(error)")
    }
    return events
  }
}
