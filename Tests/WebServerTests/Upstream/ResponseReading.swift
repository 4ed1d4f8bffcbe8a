@testable import SnippetBridgeHTTP

/// The result of parsing a response, regardless of how its bytes are cut into pieces.
struct ResponseReading: Equatable {
  var interims: [Int] = []
  var head: UpstreamResponseHead?
  var body: [UInt8] = []
  var isComplete = false
  var isRepaired = false
  var failure: String?
  /// The number of bytes after the end of the response.
  var rest = 0

  static let limits = MessageLimits(head: 2000, fieldCount: 10, trailers: 200, chunkExtensions: 100)

  /// Parses the bytes up to each cut, then all bytes, then the end of the connection if `ends`.
  init(_ text: String, cuts: [Int] = [], toHead: Bool = false, ends: Bool = false) {
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    var parser = ResponseParser(limits: Self.limits, answersHead: toHead)
    var start = 0
    do throws(MessageFailure) {
      for end in cuts + [bytes.count] {
        let input = Array(bytes[start..<end])
        var offset = 0
        while let event = try parser.next(in: input.span, from: &offset) { take(event, of: input) }
        start += offset
      }
      rest = bytes.count - start
      isRepaired = parser.isRepaired
      if ends {
        try parser.connectionEnded()
        isComplete = true
      }
    } catch {
      failure = error.sentence
    }
  }

  /// Passes one additional byte at a time to the parser.
  init(bytewise text: String, toHead: Bool = false, ends: Bool = false) {
    self.init(text, cuts: Array(0..<text.unicodeScalars.count), toHead: toHead, ends: ends)
  }

  private mutating func take(_ event: ResponseParser.Event, of input: [UInt8]) {
    switch event {
    case .interim(let head): interims.append(head.status)
    case .head(let head): self.head = head
    case .body(let range): body += input[range]
    case .end: isComplete = true
    }
  }

  var text: String { String(decoding: body, as: UTF8.self) }
}
