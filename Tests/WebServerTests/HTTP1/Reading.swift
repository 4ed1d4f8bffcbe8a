import HTTPTypes

@testable import SnippetBridgeHTTP

/// The result of parsing some bytes. Two results are equal if the messages and the error are equal, however the bytes
/// were cut into pieces.
struct Reading: Equatable {
  struct Message: Equatable {
    let head: RequestHead
    var body: [UInt8] = []
    var isComplete = false
  }

  static let limits = MessageLimits(
    requestLine: 1000, head: 4000, fieldCount: 20, trailers: 300, chunkExtensions: 100)

  private(set) var messages: [Message] = []
  private(set) var failure: MessageFailure?
  /// The number of bytes passed to the parser when it failed.
  private(set) var given = 0

  static func == (a: Reading, b: Reading) -> Bool { a.messages == b.messages && a.failure == b.failure }

  init(_ text: String, cuts: [Int] = [], limits: MessageLimits = Reading.limits) {
    self.init(Array(text.utf8), cuts: cuts, limits: limits)
  }

  /// Parses the bytes up to each cut, then all bytes. Each time, the parser continues with the unread rest.
  init(_ bytes: [UInt8], cuts: [Int] = [], limits: MessageLimits = Reading.limits) {
    var parser = RequestParser(limits: limits)
    var start = 0
    for end in cuts + [bytes.count] {
      given = end
      let input = Array(bytes[start..<end])
      var offset = 0
      do throws(MessageFailure) {
        while let event = try parser.next(in: input.span, from: &offset) { take(event, of: input) }
        start += offset
      } catch {
        failure = error
        return
      }
    }
  }

  /// Passes one additional byte at a time to the parser.
  init(bytewise bytes: [UInt8], limits: MessageLimits = Reading.limits) {
    self.init(bytes, cuts: Array(0..<bytes.count), limits: limits)
  }

  private mutating func take(_ event: RequestParser.Event, of input: [UInt8]) {
    switch event {
    case .head(let head): messages.append(Message(head: head))
    case .body(let range): messages[messages.count - 1].body += input[range]
    case .end: messages[messages.count - 1].isComplete = true
    }
  }

  var isComplete: Bool { failure == nil && messages.last?.isComplete == true }
  var status: HTTPResponse.Status? { failure?.status }
  var first: RequestHead? { messages.first?.head }
  var bodies: [String] { messages.map { String(decoding: $0.body, as: UTF8.self) } }
}
