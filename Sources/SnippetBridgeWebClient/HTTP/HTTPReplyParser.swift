import HTTPTypes
import SnippetBridgeHTTP

/// An incremental parser for one HTTP/1.1 response, based on ``ResponseParser``.
package struct HTTPReplyParser {
  private var parser: ResponseParser
  private let bodyLimit: Int
  private var buffer: [UInt8] = []
  private var position = 0
  /// The part of the response that has been parsed so far.
  package private(set) var reply = HTTPReply()
  /// Whether any bytes have arrived.
  package private(set) var hasBegun = false
  /// Whether the head is complete.
  package var hasHead: Bool { reply.status > 0 }

  /// Creates a parser.
  /// - Parameters:
  ///   - isHead: Whether the request was a HEAD request. The response then has no body, whatever its headers say.
  ///   - headLimit: The maximum size of the head including interim responses, and of the trailers, in bytes.
  ///   - bodyLimit: The maximum size of the body, in bytes. A larger body is an error.
  package init(isHead: Bool = false, headLimit: Int = 1 << 16, bodyLimit: Int = .max) {
    self.bodyLimit = bodyLimit
    parser = ResponseParser(
      limits: MessageLimits(head: headLimit, trailers: headLimit, chunkExtensions: 16 << 10, body: bodyLimit),
      answersHead: isHead)
  }

  /// The remaining bytes, which are part of the next response or of the protocol after an upgrade.
  package var unread: [UInt8] { Array(buffer[position...]) }

  /// Parses bytes. Returns the response when it is complete; until then, returns `nil`.
  package mutating func read(_ bytes: [UInt8]) throws -> HTTPReply? {
    hasBegun = true
    buffer.removeFirst(position)
    position = 0
    buffer += bytes
    let buffer = buffer
    do throws(MessageFailure) {
      while let event = try parser.next(in: buffer.span, from: &position) {
        switch event {
        // The bytes after an upgrade are not HTTP.
        case .interim(let head) where head.status == 101:
          take(head)
          return reply
        case .interim: break
        case .head(let head): take(head)
        case .body(let range): reply.body += buffer[range]
        case .end: return reply
        }
      }
      return nil
    } catch {
      switch error.status {
      case .contentTooLarge: throw WebClientError.tooLarge("the body has more than \(bodyLimit) bytes")
      case .requestHeaderFieldsTooLarge: throw WebClientError.tooLarge("the head exceeds its size limit")
      // Remove the full stop, because the text becomes part of another sentence.
      default: throw WebClientError.violation(String(error.sentence.dropLast()))
      }
    }
  }

  /// Handles the end of the connection. Returns the response if its body extends to the end of the connection.
  /// Otherwise the response is incomplete, and the function throws an error.
  package mutating func end() throws -> HTTPReply {
    do throws(MessageFailure) {
      try parser.connectionEnded()
      return reply
    } catch {
      throw WebClientError.closed(code: 1006, reason: hasBegun ? "during a response" : "before a response")
    }
  }

  private mutating func take(_ head: UpstreamResponseHead) {
    (reply.status, reply.reason) = (head.status, head.reason)
    reply.headers = head.fields.list.map { ($0.name.rawName, $0.value) }
  }
}
