import HTTPTypes
import Logging

/// Passing an upstream server's response on to the peer, or replacing it with another response.
extension Connection {
  func readUpstream(_ forwarding: Forwarding) {
    let input = loop.buffers.input
    for turn in 1... {
      guard let connection = forwarding.connection, forwarding.toPeer.isEmpty, !forwarding.hasMore else { return }
      // If TLS had to read before it could write, pending bytes of the request can be written now.
      writeUpstream(forwarding)
      switch connection.transport.read(into: input) {
      case .count(let count):
        take(forwarding, UnsafeRawBufferPointer(rebasing: input[..<count]))
        // The forwarded request may have been answered completely. Its upstream connection must then not be read any
        // more, because another request may already use it.
        guard case .forwarding(let current) = phase, current === forwarding else { return }
      case .blocked(.read): return
      case .blocked(.write): return connection.awaitRoom()
      case .ended: return upstreamEnded(forwarding)
      case .failed: return upstreamFailed(UpstreamFailure(.closed, "the connection broke"), forwarding)
      }
      // OpenSSL may hold bytes that it has already read from the descriptor. The loop reports no event for such bytes,
      // so they are read now.
      guard !forwarding.hasMore, let connection = forwarding.connection, connection.transport.hasUnreadBytes
      else { return }
      guard turn < LoopBuffers.readsPerTurn else { return waker.wake() }
    }
  }

  /// Passes on the arrived bytes, after the part of the response's body that was not processed in the previous round of
  /// events.
  func take(_ forwarding: Forwarding, _ bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)) {
    do {
      var reading = try forwarding.read(bytes)
      if case .head(let head) = reading {
        let response = forwarding.request.response(head)
        if let replacement = response.replacement { return replace(forwarding) { send(replacement) } }
        if let decision = response.decision { return replace(forwarding) { answer(decision) } }
        if let diversion = response.diversion { return divert(forwarding, head, response, to: diversion) }
        pass(head, response, forwarding)
        reading = try forwarding.read()
      }
      if case .switching(let head) = reading { return beginTunnel(head, forwarding) }
      setForwardingDeadline(forwarding)
      // The rest is processed after other connections have been served.
      if writePeer(forwarding), forwarding.hasMore { waker.wake() }
    } catch {
      upstreamFailed(UpstreamFailure(of: error), forwarding)
    }
  }

  /// Passes the body of the upstream server's response to `diversion`. This closure reads the body, and sends its own
  /// response on this connection.
  private func divert(
    _ forwarding: Forwarding, _ head: UpstreamResponseHead, _ response: ForwardedResponse,
    to diversion: (ArrivingBody, PendingResponse) -> Void
  ) {
    var length: Int? = head.body == .none ? 0 : nil
    if case .length(let known) = head.body, response.transform == nil { length = known }
    let body = ArrivingBody(length: length)
    forwarding.divert(response)
    loop.begin(Diversion(forwarding, to: body, on: loop))
    answer { diversion(body, $0) }
    waker.wake()
  }

  private func pass(_ head: UpstreamResponseHead, _ response: ForwardedResponse, _ forwarding: Forwarding) {
    current.observed?.status = head.status
    // With an error status, such as 413, the upstream server does not want the rest of the request.
    if !current.isComplete, head.status >= 400 {
      forwarding.leaveRequest()
      leaveBody()
    }
    if isStopping { current.closesAfterResponse = true }
    current.closesAfterResponse = forwarding.pass(
      head, response, isHTTP11: current.isHTTP11, closes: current.closesAfterResponse, date: server.date.now)
  }

  /// Writes pending bytes to the peer, and ends the exchange after the last byte. Returns `false` if the peer currently
  /// accepts no more bytes, or if the connection was closed.
  @discardableResult
  func writePeer(_ forwarding: Forwarding) -> Bool {
    let (written, stop) = forwarding.toPeer.write(to: transport)
    current.observed?.sentSize += Int64(written)
    switch stop {
    case nil, .count: break
    case .blocked(let event):
      forwarding.connection?.pauseReading()
      waitForRoom(event, hasProgressed: written > 0)
      return false
    case .ended, .failed:
      close()
      return false
    }
    if isWaitingForRoom {
      isWaitingForRoom = false
      setForwardingDeadline(forwarding)
    }
    if forwarding.isResponseComplete {
      finish(forwarding)
    } else if forwarding.hasMore {
      forwarding.connection?.pauseReading()
    } else {
      forwarding.connection?.resumeReading()
    }
    return true
  }

  private func finish(_ forwarding: Forwarding) {
    forwarding.release(to: loop.upstreams)
    if !current.isComplete { leaveBody() }
    finish()
    // The peer may already have sent its next request.
    waker.wake()
  }

  private func upstreamEnded(_ forwarding: Forwarding) {
    do {
      try forwarding.connectionEnded()
      writePeer(forwarding)
    } catch {
      upstreamFailed(UpstreamFailure(of: error), forwarding)
    }
  }

  // MARK: Failures

  func upstreamFailed(_ failure: UpstreamFailure, _ forwarding: Forwarding) {
    switch forwarding.exchange.failed(failure) {
    case .retry:
      forwarding.beginAgain()
      setForwardingDeadline(forwarding)
      open(forwarding)
    case .answer(let failure):
      let fallback = forwarding.request.fallback?(failure)
      replace(forwarding) {
        if let fallback { answer(fallback) } else { send(forwarding.request.failure(failure)) }
      }
    case .cut:
      server.logger.warning(
        "a response of an upstream server was truncated",
        metadata: ["upstream": "\(forwarding.request.upstream.origin)", "reason": "\(failure.reason)"])
      // The bytes that have arrived are sent. Closing the connection then shows the peer that the response is
      // incomplete.
      _ = forwarding.toPeer.write(to: transport)
      close()
    }
  }

  /// Ends the exchange with the upstream server, and calls `respond`, which responds to the peer instead.
  private func replace(_ forwarding: Forwarding, _ respond: () -> Void) {
    forwarding.cut()
    respond()
    waker.wake()
  }

  func forwardingIsLate(_ forwarding: Forwarding) {
    if isWaitingForRoom { return close() }
    if awaitsBody { return bodyIsLate() }
    // The connection waits for the upstream server, not for the peer, so the upstream server has caused the timeout.
    upstreamFailed(forwarding.exchange.lateness, forwarding)
  }

  /// Sets the deadline for the rest of the request or for the upstream server. A peer that does not accept the
  /// response has its own deadline.
  func setForwardingDeadline(_ forwarding: Forwarding) {
    guard !isWaitingForRoom else { return }
    let rest = awaitsBody ? current.bodyProgress?.timeLeft(at: .now) : nil
    setDeadline(rest ?? forwarding.exchange.timeLimit(forwarding.request.upstream.limits))
  }
}
