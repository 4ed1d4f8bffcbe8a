import HTTPTypes

/// A request that is being forwarded to an upstream server, and its response. Not Sendable, because it is used only on
/// its connection's loop.
final class Forwarding {
  let request: ForwardedRequest
  let upstreamUse: UpstreamUse
  var exchange: Exchange
  var connection: UpstreamConnection?
  /// The bytes that the upstream server has not accepted yet.
  var toUpstream = ByteQueue()
  /// The bytes that the peer has not accepted yet. While there are any such bytes, nothing is read from the upstream
  /// server.
  var toPeer = ByteQueue()
  /// Whether the whole request has been added to `toUpstream`.
  private(set) var isRequestComplete: Bool
  /// Whether the upstream server no longer accepts bytes of the request.
  private(set) var isRequestLeft = false
  var isResponseComplete = false

  private let head: [UInt8]
  private let framing: BodyFraming
  private var parser: ResponseParser
  private var unread: [UInt8] = []
  private var transform: (any BodyTransform)?
  private var held: (any AnyObject & Sendable)?
  /// Indicates whether the response is a stream of server-sent events, which does not end by itself.
  private(set) var isEventStream = false
  private var meter: BodyMeter?
  /// The way in which the peer determines the end of the body.
  private var peerFraming = BodyFraming.none
  private var keepsConnection = false

  /// The maximum number of unsent bytes for the upstream server. At this limit, the connection stops reading from the
  /// peer.
  private static let roomSize = 64 << 10

  init(_ request: ForwardedRequest, framing: BodyFraming, waker: LoopWaker) {
    self.request = request
    upstreamUse = UpstreamUse(of: request.upstream, by: waker)
    self.framing = request.body.map { $0.isEmpty ? .none : .length($0.count) } ?? framing
    isRequestComplete = request.body != nil || framing == .none
    exchange = Exchange(
      isRepeatable: (request.method == .get || request.method == .head) && self.framing == .none && !request.isUpgrade)
    head = request.head(framing: self.framing)
    parser = ResponseParser(answersHead: request.method == .head)
    toUpstream.append(head)
    if let body = request.body { toUpstream.append(body) }
  }

  // MARK: The connection to the upstream server

  /// Resets the state for a retry with the same request.
  func beginAgain() {
    cut()
    parser = ResponseParser(answersHead: request.method == .head)
    unread = []
    toUpstream.removeAll()
    toUpstream.append(head)
  }

  /// Closes the connection to the upstream server in any state.
  func cut() {
    connection?.close()
    connection = nil
  }

  /// Returns the connection to the pool after a complete response, or closes the connection if it cannot be reused.
  func release(to pool: UpstreamPool) {
    guard let connection = connection.take() else { return }
    let isReusable =
      keepsConnection && !parser.isRepaired && isRequestComplete && toUpstream.isEmpty && unread.isEmpty
      && !isRequestLeft
    if isReusable { pool.keep(connection) } else { connection.close() }
  }

  /// Releases the connection for use in a tunnel. Also returns the bytes that arrived after the head.
  func handOver() -> (connection: UpstreamConnection, rest: [UInt8])? {
    connection.take().map { ($0, unread) }
  }

  // MARK: The request

  var hasRoom: Bool { toUpstream.count < Self.roomSize }
  /// Whether more bytes of the request can be accepted.
  var wantsMore: Bool { hasRoom && !isRequestLeft }

  func append(_ piece: UnsafeBufferPointer<UInt8>) {
    if !isRequestLeft { toUpstream.append(piece, framing) }
  }

  func requestEnded() {
    guard !isRequestComplete else { return }
    isRequestComplete = true
    if framing == .chunked, !isRequestLeft { toUpstream.append("0\r\n\r\n".utf8) }
  }

  /// Drops the rest of the request, because the upstream server no longer accepts it. The upstream server may already
  /// have responded.
  func leaveRequest() {
    isRequestLeft = true
    toUpstream.removeAll()
  }

  // MARK: The response

  enum Reading {
    case more
    case head(UpstreamResponseHead)
    case switching(UpstreamResponseHead)
    case complete
  }

  /// Whether a part of the arrived bytes has not been passed on yet, because each call of ``read(_:)`` passes on only a
  /// limited amount. If so, the function must be called again without bytes after the loop has served other
  /// connections. Until then, nothing is read from the upstream server.
  private(set) var hasMore = false

  /// Parses bytes from the upstream server. Stops at the end of a head, or when enough bytes are queued for the peer.
  /// After a head, call ``pass(_:_:isHTTP11:closes:date:)``, and then call this function again without bytes.
  func read(_ bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)) throws -> Reading {
    exchange.heard()
    if hasMore {
      var content: [UInt8] = []
      if transform?.hasMore == true { try transform?.goOn(into: &content) }
      addContent(content)
      hasMore = isEnough(content)
      if hasMore { return .more }
    }
    if unread.isEmpty {
      let (reading, used) = try bytes.withMemoryRebound(to: UInt8.self) { try read($0.span) }
      if used < bytes.count { unread = Array(bytes[used...]) }
      return reading
    }
    unread += bytes
    let all = unread
    unread = []
    let (reading, used) = try read(all.span)
    if used < all.count { unread = used == 0 ? all : Array(all[used...]) }
    return reading
  }

  private func read(_ bytes: Span<UInt8>) throws -> (Reading, used: Int) {
    var offset = 0
    var content: [UInt8] = []
    while true {
      let event: ResponseParser.Event?
      do throws(MessageFailure) {
        event = try parser.next(in: bytes, from: &offset)
      } catch {
        addContent(content)
        throw UpstreamFailure(.malformed, "it violates HTTP: \(error.sentence)")
      }
      switch event {
      case nil:
        addContent(content)
        return (.more, offset)
      case .interim(let head) where head.status == 101: return (.switching(head), offset)
      case .interim: break
      case .head(let head):
        keepsConnection = head.keepsAlive
        return (.head(head), offset)
      case .body(let range):
        meter?.add(Int64(range.count))
        try bytes.extracting(range).withUnsafeBytes { piece in
          if transform != nil {
            try transform?.transform(piece, into: &content)
          } else if peerFraming == .chunked {
            content += piece
          } else {
            toPeer.append(piece)
          }
        }
        hasMore = isEnough(content)
        if hasMore {
          addContent(content)
          return (.more, offset)
        }
      case .end:
        try end(&content)
        return (.complete, offset)
      }
    }
  }

  /// Handles the end of the upstream server's connection.
  func connectionEnded() throws {
    guard exchange.stage == .answering else {
      throw UpstreamFailure(.closed, "it closed the connection without a response")
    }
    do throws(MessageFailure) {
      try parser.connectionEnded()
    } catch {
      throw UpstreamFailure(.closed, "it closed the connection in the middle of a response")
    }
    var content: [UInt8] = []
    try end(&content)
  }

  private func end(_ content: inout [UInt8]) throws {
    if peerFraming != .none { try transform?.finish(into: &content) }
    addContent(content)
    if peerFraming == .chunked { toPeer.append("0\r\n\r\n".utf8) }
    isResponseComplete = true
  }

  /// Returns whether the content is so large that reading must pause to let other connections proceed. A transform may
  /// expand a few bytes to many.
  private func isEnough(_ content: [UInt8]) -> Bool { transform?.hasMore == true || content.count >= Self.roomSize }

  /// Queues content for the peer, with one chunk per read.
  private func addContent(_ content: [UInt8]) {
    if !content.isEmpty { toPeer.append(content, peerFraming) }
  }

  /// Marks the head as passed on, without sending it. From now on, the body is added to `toPeer` without chunk framing,
  /// for a reader other than the peer.
  func divert(_ response: ForwardedResponse) {
    exchange.headPassed()
    transform = response.transform
    held = response.held
    peerFraming = .close
    if !isRequestComplete || !toUpstream.isEmpty { leaveRequest() }
  }

  /// Queues the head for the peer. Returns whether the peer's connection must be closed after the response.
  func pass(
    _ head: UpstreamResponseHead, _ response: ForwardedResponse, isHTTP11: Bool, closes: Bool,
    date: @autoclosure () -> String
  ) -> Bool {
    exchange.headPassed()
    transform = response.transform
    held = response.held
    isEventStream = head.isEventStream
    if let report = response.progress, case .length(let length) = head.body, length > 0 {
      meter = BodyMeter(length: Int64(length), report: report)
    }
    var closes = closes
    let hasBody = request.method != .head && head.status != 204 && head.status != 304
    switch head.body {
    case .none where !hasBody:
      // The response to HEAD has the length that the response to GET would have (RFC 9110, section 9.3.2).
      guard request.method == .head, transform == nil else { break }
      peerFraming = head.fields[.contentLength].flatMap { Int($0) }.map { .length($0) } ?? .none
    case .none where transform == nil: peerFraming = .length(0)
    case .length where transform == nil: peerFraming = head.body
    default:
      // RFC 9112, section 6.1: HTTP/1.0 has no chunks, so the end of the connection ends the body.
      peerFraming = isHTTP11 ? .chunked : .close
      closes = closes || !isHTTP11
    }
    var bytes = Array("HTTP/1.1 \(head.status) \(head.reason)\r\n".utf8)
    bytes.append(response.fields)
    if !response.fields.contains(where: { $0.name == .date }) { bytes += "Date: \(date())\r\n".utf8 }
    bytes += peerFraming.line.utf8
    bytes.appendHeadEnd(closes: closes, isHTTP11: isHTTP11)
    toPeer.append(bytes)
    return closes
  }
}
