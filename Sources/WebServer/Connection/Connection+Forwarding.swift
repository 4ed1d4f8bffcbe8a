import HTTPTypes
import Logging
import Platform

/// A request is passed on to an upstream server, and its response comes back, without leaving the loop.
extension Connection {
  func forward(_ request: ForwardedRequest) {
    let forwarding = Forwarding(request, framing: framing)
    phase = .forwarding(forwarding)
    if !isComplete {
      guard !expectsContinue || writeContinue() else { return }
      bodyProgress = bodyProgress ?? BodyProgress(server.configuration.http, from: .now)
      bodyProgress?.resume(received: received, at: .now)
    }
    setForwardingDeadline(forwarding)
    open(forwarding)
  }

  private func open(_ forwarding: Forwarding) {
    let upstream = forwarding.request.upstream
    if forwarding.exchange.mayUseKeptConnection, let kept = loop.upstreams.take(for: upstream) {
      use(kept, for: forwarding)
      return opened(forwarding)
    }
    let outcome = upstream.addresses.find { [eventLoop, weak self] in
      if let self { eventLoop.scheduleFlush(of: .connection(self)) }
    }
    switch outcome {
    // `flush` comes back here.
    case nil: break
    case .failure(let failure): upstreamFailed(failure, forwarding)
    case .success(let addresses):
      guard let libev = loop.onLoop((), { loop, _ in loop.libevHandle }),
        let connection = UpstreamConnection(to: upstream, at: addresses, on: libev, counter: server.connections)
      else {
        return upstreamFailed(UpstreamFailure(.unreachable, "this server has no descriptor left"), forwarding)
      }
      use(connection, for: forwarding)
      connection.open()
    }
  }

  private func use(_ connection: UpstreamConnection, for forwarding: Forwarding) {
    forwarding.use(connection)
    connection.handler = { [unowned self] event in
      onLoop(event) { $0.upstreamHas($1) }
    }
  }

  private func upstreamHas(_ event: UpstreamConnection.Event) {
    switch phase {
    case .forwarding(let forwarding):
      switch event {
      case .opened: opened(forwarding)
      case .readable: readUpstream(forwarding)
      case .hasRoom:
        // TLS may have had to write before it could read.
        if forwarding.toUpstream.isEmpty { readUpstream(forwarding) } else { writeUpstream(forwarding) }
        // There may be room for more of the request.
        loop.executor.scheduleFlush(of: .connection(self))
      case .failed(let failure): upstreamFailed(failure, forwarding)
      }
    case .tunnelling(let tunnel):
      switch event {
      case .readable: tunnel.upstreamIsReadable()
      case .hasRoom: tunnel.upstreamHasRoom()
      case .opened, .failed: break
      }
    default: break
    }
  }

  private func opened(_ forwarding: Forwarding) {
    forwarding.opened()
    setForwardingDeadline(forwarding)
    writeUpstream(forwarding)
    // There is room for more of the request.
    if !isComplete { loop.executor.scheduleFlush(of: .connection(self)) }
  }

  /// What was asked for with ``EventLoop/scheduleFlush(of:)``: its address is known, or more can be read.
  func continueForwarding(_ forwarding: Forwarding) {
    guard let connection = forwarding.connection else {
      if forwarding.exchange.stage == .connecting { open(forwarding) }
      return
    }
    if connection.transport.hasUnreadBytes, forwarding.toPeer.isEmpty { readUpstream(forwarding) }
  }

  // MARK: The request

  /// Sends what waits of the request.
  func writeUpstream(_ forwarding: Forwarding) {
    guard let connection = forwarding.connection, forwarding.exchange.stage != .connecting,
      !forwarding.toUpstream.isEmpty
    else { return }
    switch forwarding.toUpstream.write(to: connection.transport).stop {
    case nil, .blocked(.read), .count: break
    case .blocked(.write): connection.awaitRoom()
    // It may have answered before it went: what it says is read, until it says no more.
    case .ended, .failed:
      forwarding.leaveRequest()
      if !isComplete { leaveBody() }
    }
    resumeForwardedBody(forwarding)
  }

  /// A piece of the request's body is here.
  func forward(_ piece: Span<UInt8>, by forwarding: Forwarding) {
    piece.withUnsafeBufferPointer { forwarding.append($0) }
    // What is not taken now waits until the upstream server has room: that wakes this connection.
    if !forwarding.hasRoom { writeUpstream(forwarding) }
    guard !forwarding.hasRoom else { return }
    bodyProgress?.pause(at: .now)
    setForwardingDeadline(forwarding)
  }

  private func resumeForwardedBody(_ forwarding: Forwarding) {
    guard let bodyProgress, bodyProgress.isPaused, forwarding.hasRoom else { return }
    self.bodyProgress?.resume(received: received, at: .now)
    setForwardingDeadline(forwarding)
  }

  // MARK: The response

  func readUpstream(_ forwarding: Forwarding) {
    let input = loop.buffers.input
    for turn in 1... {
      guard let connection = forwarding.connection, forwarding.toPeer.isEmpty else { return }
      // What TLS had to read before it could write.
      writeUpstream(forwarding)
      switch connection.transport.read(into: input) {
      case .count(let count): take(UnsafeRawBufferPointer(rebasing: input[..<count]), forwarding)
      case .blocked(.read): return
      case .blocked(.write): return connection.awaitRoom()
      case .ended: return upstreamEnded(forwarding)
      case .failed: return upstreamFailed(UpstreamFailure(.closed, "it broke the connection"), forwarding)
      }
      // The descriptor does not become readable for bytes that OpenSSL holds already.
      guard let connection = forwarding.connection, connection.transport.hasUnreadBytes else { return }
      guard turn < LoopBuffers.readsPerTurn else { return loop.executor.scheduleFlush(of: .connection(self)) }
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer, _ forwarding: Forwarding) {
    do {
      var reading = try forwarding.read(bytes)
      if case .head(let head) = reading {
        let response = forwarding.request.response(head)
        if let replacement = response.replacement { return replace(forwarding, by: replacement) }
        if let decision = response.decision {
          forwarding.cut()
          return answer(decision)
        }
        pass(head, response, forwarding)
        reading = try forwarding.read(UnsafeRawBufferPointer(start: nil, count: 0))
      }
      if case .switching(let head) = reading { return beginTunnel(head, forwarding) }
      setForwardingDeadline(forwarding)
      writePeer(forwarding)
    } catch {
      upstreamFailed(
        error as? UpstreamFailure ?? UpstreamFailure(.malformed, "its response cannot be read: \(error)"), forwarding)
    }
  }

  private func pass(_ head: UpstreamResponseHead, _ response: ForwardedResponse, _ forwarding: Forwarding) {
    observed?.status = head.status
    // It does not want the rest, as with 413.
    if !isComplete, head.status >= 400 {
      forwarding.leaveRequest()
      leaveBody()
    }
    if isStopping { closesAfterResponse = true }
    closesAfterResponse = forwarding.pass(
      head, response, isHTTP11: isHTTP11, closes: closesAfterResponse, date: server.date.now)
  }

  /// Sends what waits for the peer, and ends the exchange with the last byte. False while the peer takes no more.
  @discardableResult
  func writePeer(_ forwarding: Forwarding) -> Bool {
    let (written, stop) = forwarding.toPeer.write(to: transport)
    observed?.sentSize += Int64(written)
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
    } else {
      forwarding.connection?.resumeReading()
    }
    return true
  }

  /// The peer takes more.
  func writeOn(_ forwarding: Forwarding) {
    guard writePeer(forwarding), case .forwarding = phase else { return }
    continueForwarding(forwarding)
  }

  private func finish(_ forwarding: Forwarding) {
    forwarding.release(to: loop.upstreams)
    if !isComplete { leaveBody() }
    finish()
    // The peer may have sent its next request.
    loop.executor.scheduleFlush(of: .connection(self))
  }

  private func upstreamEnded(_ forwarding: Forwarding) {
    do {
      try forwarding.connectionEnded()
      writePeer(forwarding)
    } catch {
      upstreamFailed(
        error as? UpstreamFailure ?? UpstreamFailure(.malformed, "its response cannot be read: \(error)"), forwarding)
    }
  }

  // MARK: Failures

  func upstreamFailed(_ failure: UpstreamFailure, _ forwarding: Forwarding) {
    switch forwarding.exchange.failed(failure) {
    case .retry:
      forwarding.beginAgain()
      setForwardingDeadline(forwarding)
      open(forwarding)
    case .answer(let failure): replace(forwarding, by: forwarding.request.failure(failure))
    case .cut:
      server.logger.warning(
        "a response of an upstream server was cut",
        metadata: ["upstream": "\(forwarding.request.upstream.origin)", "reason": "\(failure.reason)"])
      // What has come is shown, and that it is not all.
      _ = forwarding.toPeer.write(to: transport)
      close()
    }
  }

  /// The peer gets this instead of the upstream server's response.
  private func replace(_ forwarding: Forwarding, by response: ServerResponse) {
    forwarding.cut()
    send(response)
    loop.executor.scheduleFlush(of: .connection(self))
  }

  func forwardingIsLate(_ forwarding: Forwarding) {
    if isWaitingForRoom { return close() }
    if awaitsBody { return bodyIsLate() }
    // Its part is done: the upstream server waits for the peer to take the rest.
    upstreamFailed(forwarding.exchange.lateness, forwarding)
  }

  /// Of what is waited for now: the rest of the request, or the upstream server. A peer that takes nothing has another.
  func setForwardingDeadline(_ forwarding: Forwarding) {
    guard !isWaitingForRoom else { return }
    let rest = awaitsBody ? bodyProgress?.timeLeft(at: .now) : nil
    setDeadline(rest ?? forwarding.exchange.timeLimit(forwarding.request.upstream.limits))
  }

  // MARK: After 101

  private func beginTunnel(_ head: UpstreamResponseHead, _ forwarding: Forwarding) {
    guard forwarding.request.isUpgrade, head.fields[.upgrade]?.lowercased() == "websocket" else {
      return upstreamFailed(
        UpstreamFailure(.malformed, "it changes to a protocol that nobody has asked for"), forwarding)
    }
    let response = forwarding.request.response(head)
    guard let reading, let writing, let (connection, rest) = forwarding.handOver() else { return close() }
    var bytes: [UInt8] = []
    bytes += "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n".utf8
    bytes.append(response.fields)
    bytes += [.carriageReturn, .lineFeed] + rest
    observed?.status = 101
    endObservation(isComplete: true)
    setDeadline(nil)
    setHangUpWatch(false)
    let early = unread
    unread = []
    let tunnel = Tunnel(
      peer: Tunnel.Peer(transport: transport, descriptor: descriptor, reading: reading, writing: writing),
      upstream: connection, buffers: loop.buffers
    ) { [unowned self] change in
      onLoop(change) { $0.tunnelHasChanged($1) }
    }
    phase = .tunnelling(tunnel)
    tunnel.begin(toPeer: bytes, toUpstream: early)
  }

  private func tunnelHasChanged(_ change: Tunnel.Change) {
    switch change {
    case .hasMore: loop.executor.scheduleFlush(of: .connection(self))
    case .isEnding: setDeadline(server.configuration.http.stallTimeLimit)
    case .ended: close()
    }
  }
}
