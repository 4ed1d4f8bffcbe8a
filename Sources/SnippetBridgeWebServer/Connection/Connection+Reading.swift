import HTTPTypes
import Logging

/// Reading and parsing the peer's input.
extension Connection {
  func socketIsReadable() {
    switch phase {
    case .handshake: return shakeHands()
    case .tunnelling(let tunnel): return tunnel.isReadable(tunnel.peer)
    case .closed: return
    case _ where writingWaitsForInput:
      writingWaitsForInput = false
      writeRest()
    default: break
    }
    read()
  }

  func read() {
    // A write may have closed the connection, and another file may already have its descriptor number. Nothing may be
    // read from this descriptor then.
    if case .closed = phase { return }
    let input = loop.buffers.input
    reading: for turn in 1... {
      switch transport.read(into: input) {
      case .count(let count): receive(UnsafeRawBufferPointer(rebasing: input[..<count]))
      case .blocked(.read): break reading
      case .blocked(.write):
        writing?.start()
        break reading
      case .ended:
        peerHasEnded()
        break reading
      case .failed: return close()
      }
      // OpenSSL may have read more bytes from the descriptor than it has returned. The loop reports no event for such
      // bytes, so they are read now. If OpenSSL holds only a part of a TLS record, the next read returns `.blocked`.
      guard mayRead, transport.hasUnreadBytes else { break }
      guard turn < LoopBuffers.readsPerTurn else {
        waker.wake()
        break
      }
    }
    watchForInput()
  }

  /// Continues to parse and read input. Called after a change that may allow this, such as a sent response.
  func readOn() {
    consumeUnread()
    if hasEnded { return closeIfNothingIsLeft() }
    if mayRead, transport.hasUnreadBytes { read() } else { watchForInput() }
  }

  /// Closes the connection if no response is pending. Called when the peer has closed its sending side.
  func closeIfNothingIsLeft() {
    switch phase {
    case .head, .collecting, .draining: close()
    default: break
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) {
    guard unread.isEmpty else {
      unread += bytes
      return consumeUnread()
    }
    let used = bytes.withMemoryRebound(to: UInt8.self) { consume($0.span) }
    if used < bytes.count { unread = Array(bytes[used...]) }
    inputWasConsumed()
  }

  func consumeUnread() {
    guard !isConsuming, !unread.isEmpty || hasEvent else { return }
    let bytes = exchange(&unread, with: [])
    let used = consume(bytes.span)
    if used < bytes.count { unread = used == 0 ? bytes : Array(bytes[used...]) }
    inputWasConsumed()
  }

  func inputWasConsumed() {
    if isIdle, !unread.isEmpty {
      // The first byte of the next request has arrived, so the request's time limit starts now.
      isIdle = false
      setDeadline(server.configuration.http.headTimeLimit)
    }
    finishUpgrade()
  }

  /// Indicates whether the parser may report the end of the current request without reading another byte. For example,
  /// the parser reports a complete body first, and the request's end only at its next call.
  var hasEvent: Bool { !current.isComplete && wantsInput }

  /// Whether the connection can process arriving bytes now.
  var wantsInput: Bool {
    if current.upgrade != nil { return false }
    switch phase {
    case .head, .collecting, .draining: return true
    case .answering, .sending, .writing: return current.body?.hasRoom ?? (current.droppable != nil)
    case .forwarding(let forwarding): return !current.isComplete && (current.droppable != nil || forwarding.wantsMore)
    case .handshake, .lingering, .tunnelling, .closed: return false
    }
  }

  /// Parses and handles bytes. Returns the number of bytes that were used.
  func consume(_ bytes: Span<UInt8>) -> Int {
    if case .lingering = phase { return bytes.count }
    isConsuming = true
    defer { isConsuming = false }
    var offset = 0
    while wantsInput {
      do throws(MessageFailure) {
        guard let event = try parser.next(in: bytes, from: &offset) else { break }
        switch event {
        case .head(let head): headArrived(head)
        case .body(let range): bodyArrived(bytes, range)
        case .end: requestEnded()
        }
      } catch {
        requestIsMalformed(error, in: bytes)
      }
    }
    current.body?.deliver()
    if case .forwarding(let forwarding) = phase { writeUpstream(forwarding) }
    if case .lingering = phase { return bytes.count }
    return offset
  }

  /// Whether more may be read from the socket. Even while no input is wanted, up to ``LoopBuffers/inputSize`` bytes are
  /// read and kept in `unread`, so that the connection notices a disconnected peer. When `unread` is full, a
  /// ``HangUpWatch`` does this.
  var mayRead: Bool {
    switch phase {
    case .handshake, .tunnelling, .closed: false
    case .lingering: !hasEnded
    default: !hasEnded && (wantsInput || unread.count < LoopBuffers.inputSize)
    }
  }

  func watchForInput() {
    guard let reading else { return }
    switch phase {
    case .handshake, .tunnelling, .closed: return
    default: break
    }
    if mayRead { reading.start() } else { reading.stop() }
    setHangUpWatch(!mayRead && !hasEnded)
  }

  /// Turns hang-up detection on or off. It is on while the connection is not being read.
  func setHangUpWatch(_ isWatched: Bool) {
    guard isWatched != watchesForHangUp else { return }
    watchesForHangUp = isWatched
    if isWatched { loop.hangUps?.watch(self) } else { loop.hangUps?.forget(self) }
  }

  /// Handles a peer that has disconnected while this connection does not read, because its buffer of unread bytes is
  /// full. See ``peerHasEnded()``.
  func peerHasHungUp() {
    watchesForHangUp = false
    switch phase {
    case .answering, .writing, .forwarding: close()
    default: break
    }
  }

  func peerHasEnded() {
    hasEnded = true
    reading?.stop()
    switch phase {
    // While a request is being processed, a client that closes only its sending side counts as disconnected.
    case .handshake, .head, .collecting, .answering, .writing, .forwarding, .draining, .lingering, .closed: close()
    // The peer may still read the response that is being sent. Requests that arrived before the hang-up are answered.
    case .sending, .tunnelling: break
    }
  }

  // MARK: TLS

  func shakeHands() {
    if case .plain = transport {
      guard let first = PlainSocket.peek(descriptor) else { return close() }
      // A TLS handshake record begins with the byte 22 (RFC 8446, section 5.1). A plain HTTP request begins with a
      // letter.
      guard first == 22 else {
        phase = .head
        setDeadline(server.configuration.http.headTimeLimit)
        return read()
      }
      guard let session = listener.tls?.makeSession(on: descriptor) else { return close() }
      transport = .tls(session)
    }
    guard case .tls(let session) = transport else { return }
    switch session.shakeHands() {
    case .count:
      writing?.stop()
      phase = .head
      setDeadline(server.configuration.http.headTimeLimit)
      readOn()
    case .blocked(.read): break
    case .blocked(.write): writing?.start()
    case .ended: close()
    case .failed:
      server.logger.debug("a TLS handshake failed", metadata: ["peer": "\(peer)"])
      close()
    }
  }
}
