import HTTPTypes
import SnippetBridgeWebServer

/// The result of parsing a connection's bytes with this project's parser.
struct ConnectionReading: Equatable {
  /// The complete requests one after the other, in a format that all compared parsers can produce (README.md).
  private var requests: [UInt8] = []
  private var state = State.waiting

  private enum State: Equatable {
    /// The parser needs more bytes to complete a request.
    case waiting
    /// All bytes were used, and the last request is complete.
    case complete
    /// The server closes the connection after the last complete request.
    case closed
    case refused(Int)
  }

  /// Returns the report of all bytes. It begins with "x" if the result depends on how the bytes are cut into pieces.
  static func report(of bytes: [UInt8], number: Int) -> [UInt8] {
    let whole = ConnectionReading(bytes, cuts: [])
    let isSame =
      whole == ConnectionReading(bytes, cuts: Array(0..<bytes.count))
      && whole == ConnectionReading(bytes, cuts: [number % (bytes.count + 1)])
      && (number % 1000 > 0 || (0...bytes.count).allSatisfy { whole == ConnectionReading(bytes, cuts: [$0]) })
    return (isSame ? whole.report : Array("x000".utf8) + bytes)
  }

  private var report: [UInt8] {
    let begin =
      switch state {
      case .waiting: "w000"
      case .complete: "e000"
      case .closed: "c000"
      case .refused(let status): "r\(status)"
      }
    return Array(begin.utf8) + requests
  }

  /// Parses the bytes up to each cut, then all bytes. Each time, the parser continues where it stopped.
  private init(_ bytes: [UInt8], cuts: [Int]) {
    let limits = MessageLimits(requestLine: 12 << 10, head: 16 << 10, fieldCount: 64)
    var parser = RequestParser(limits: limits)
    var offset = 0
    var head: RequestHead?
    var body: [UInt8] = []
    for end in cuts + [bytes.count] {
      do throws(MessageFailure) {
        while let event = try parser.next(in: bytes.span.extracting(0..<end), from: &offset) {
          switch event {
          case .head(let new):
            head = new
            body = []
          case .body(let range): body += bytes[range]
          case .end:
            guard let complete = head else { preconditionFailure("an end without a head") }
            head = nil
            append(complete, body)
            guard complete.keepsAlive else {
              state = .closed
              return
            }
          }
        }
      } catch {
        state = .refused(error.status.code)
        return
      }
    }
    if head == nil, offset == bytes.count, !requests.isEmpty { state = .complete }
  }

  private mutating func append(_ head: RequestHead, _ body: [UInt8]) {
    requests += "\(head.method.rawValue) \(head.target.raw) \(head.minorVersion)\n".utf8
    for field in head.headers {
      requests += field.name.canonicalName.utf8
      requests.append(UInt8(ascii: ":"))
      field.withUnsafeBytesOfValue { requests += $0 }
      requests.append(UInt8(ascii: "\n"))
    }
    requests += "\n\(body.count)\n".utf8
    requests += body
  }
}
