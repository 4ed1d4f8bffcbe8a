import HTTPTypes
import SnippetBridgeHTTP

/// Reads one HTTP/1.1 response out of the bytes of a connection, as they come, by ``ResponseParser``.
package struct HTTPReplyParser {
  private var parser: ResponseParser
  private let bodyLimit: Int
  private var buffer: [UInt8] = []
  private var position = 0
  /// As much as there is.
  package private(set) var reply = HTTPReply()
  /// Whether anything has come.
  package private(set) var hasBegun = false
  /// Whether the head is complete.
  package private(set) var hasHead = false

  /// - Parameters:
  ///   - isHead: the request was HEAD, whose answer has no body whatever its headers say.
  ///   - headLimit: bytes of the head, with those of interim answers; and bytes of the trailers.
  ///   - bodyLimit: bytes of the body. What is more is not kept.
  package init(isHead: Bool = false, headLimit: Int = 1 << 16, bodyLimit: Int = .max) {
    self.bodyLimit = bodyLimit
    parser = ResponseParser(
      limits: MessageLimits(head: headLimit, trailers: headLimit, chunkExtensions: 16 << 10, body: bodyLimit),
      answersHead: isHead)
  }

  /// What belongs to the next response, or to what an upgrade leads to.
  package var unread: [UInt8] { Array(buffer[position...]) }

  /// The response when it is complete.
  package mutating func read(_ bytes: [UInt8]) throws -> HTTPReply? {
    hasBegun = true
    buffer.removeFirst(position)
    position = 0
    buffer += bytes
    let buffer = buffer
    do throws(ResponseParser.Failure) {
      while let event = try parser.next(in: buffer.span, from: &position) {
        switch event {
        // What follows an upgrade is not HTTP.
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
      case .requestHeaderFieldsTooLarge: throw WebClientError.tooLarge("the head has more bytes than it may")
      // Without its full stop: the error is a part of other sentences.
      default: throw WebClientError.violation(String(error.sentence.dropLast()))
      }
    }
  }

  /// The connection has ended: the response if that is what ends it.
  package mutating func end() throws -> HTTPReply {
    do throws(ResponseParser.Failure) {
      try parser.connectionEnded()
      return reply
    } catch {
      throw WebClientError.closed(code: 1006, reason: hasBegun ? "in the middle of a response" : "without an answer")
    }
  }

  private mutating func take(_ head: UpstreamResponseHead) {
    hasHead = true
    (reply.status, reply.reason) = (head.status, head.reason)
    reply.headers = head.fields.list.map { ($0.name.rawName, $0.value) }
  }
}
