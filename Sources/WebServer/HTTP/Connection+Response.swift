import CLibwebsockets
import Glibc
import HTTPTypes
import Logging

/// A response goes out.
extension Connection {
  func send(_ response: Response) {
    let hasBody = response.status != .noContent && response.status != .notModified && response.status.code >= 200
    let length = hasBody ? response.body.length : nil
    let sendsBody = hasBody && !isHead
    var outgoing = Outgoing(body: response.body, length: sendsBody ? length ?? 0 : 0)
    var first = ResponseHead.bytes(
      of: response, length: length, date: server.date.now, closes: closesAfterResponse, isHTTP11: isHTTP11,
      frameAncestors: server.configuration.frameAncestors,
      room: Int(min(outgoing.remaining, Int64(WriteBuffer.pieceSize))))
    // A small response is one system call.
    outgoing.offset = Int64(outgoing.appendStart(to: &first, upTo: WriteBuffer.pieceSize))
    guard write(first, as: LWS_WRITE_HTTP_HEADERS) >= 0 else { return close() }
    if outgoing.remaining > 0 {
      phase = .sending(outgoing)
      waitForRoom()
    } else {
      finish()
    }
  }

  /// libwebsockets says the socket takes more, and that it holds nothing back itself.
  func responseCanGoOn() {
    roundsWithoutRoom = 0
    switch phase {
    case .sending(let outgoing): sendPiece(of: outgoing)
    case .finishing: finish()
    default: break
    }
  }

  private func sendPiece(of outgoing: Outgoing) {
    var outgoing = outgoing
    let size = Int(min(outgoing.remaining, Int64(WriteBuffer.pieceSize)))
    switch outgoing.body {
    case .none: return finish()
    case .bytes(let bytes):
      guard write(bytes, from: Int(outgoing.offset), count: size, as: LWS_WRITE_HTTP) >= 0 else { return close() }
      outgoing.offset += Int64(size)
    case .stream(let stream):
      guard let wsi else { return }
      let handle = WsiHandle(pointer: wsi)
      let offset = outgoing.offset
      // Sound: one thread for the loop's actors.
      let count = loop.assumeIsolated { $0.writePiece(of: stream, at: offset, size: size, to: handle) }
      guard let count else {
        server.logger.warning("a body ended early, its connection is closed", metadata: ["peer": "\(peer)"])
        return close()
      }
      outgoing.offset += Int64(count)
    }
    if outgoing.remaining > 0 {
      phase = .sending(outgoing)
      waitForRoom()
    } else {
      finish()
    }
  }

  /// The response is written. On with the next request, or the end.
  private func finish() {
    guard let wsi else { return }
    if lws_partial_buffered(wsi) != 0 {
      phase = .finishing
      return waitForRoom()
    }
    resumeReading()
    if closesAfterResponse {
      return expectsBody ? linger() : close()
    }
    phase = .idle
    patience = .nextRequest
    setDeadline(server.configuration.http.idleTimeLimit)
    // Nonzero: "the connection should be closed".
    if lws_http_transaction_completed(wsi) != 0 { close() }
  }

  /// Closing with unread bytes resets the connection, and the peer may lose the answer: read on for a moment.
  private func linger() {
    phase = .lingering
    if !isSecure { shutdown(descriptor, CInt(SHUT_WR)) }
    setDeadline(.seconds(2))
  }

  // MARK: Waiting for room

  /// Waits with a watcher of our own and without reading: while libwebsockets waits for room, it cannot be kept from
  /// finding unread requests again and again.
  private func waitForRoom() {
    pauseReading()
    setDeadline(server.configuration.http.stallTimeLimit)
    // Sound: one thread for the loop's actors.
    if writeWatcher == nil, let libev = loop.assumeIsolated({ $0.libevHandle }) {
      writeWatcher = IOWatcher(on: libev.pointer, descriptor: descriptor, event: .write) { [unowned self] in
        // Sound: libev calls on the loop's thread.
        assumeIsolated { $0.socketHasRoom() }
      }
    }
    writeWatcher?.start()
  }

  /// Now libwebsockets may look: it sends what it holds back, then calls ``responseCanGoOn()``.
  func socketHasRoom() {
    writeWatcher?.stop()
    guard let wsi else { return }
    resumeReading()
    lws_callback_on_writable(wsi)
    roundsWithoutRoom = 0
    loop.executor.scheduleFlush(of: self)
  }

  /// After a round of events. Two rounds without ``responseCanGoOn()``: what libwebsockets held back filled the socket again.
  func noticeMissingRoom() {
    switch phase {
    case .sending, .finishing: break
    default: return
    }
    guard !isReadingPaused else { return }
    roundsWithoutRoom += 1
    if roundsWithoutRoom > 2 { waitForRoom() } else { loop.executor.scheduleFlush(of: self) }
  }
}

extension Response.Body {
  /// In bytes.
  fileprivate var length: Int64 {
    switch self {
    case .none: 0
    case .bytes(let bytes): Int64(bytes.count)
    case .stream(let stream): stream.length
    }
  }
}
