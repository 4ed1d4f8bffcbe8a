/// Forwarding a request to an upstream server, and its response to the peer, on the same loop.
extension Connection {
  func forward(_ request: ForwardedRequest) {
    let forwarding = Forwarding(request, framing: current.framing, waker: waker)
    phase = .forwarding(forwarding)
    if !current.isComplete {
      guard beginBody() else { return }
      current.resumeBody()
    }
    setForwardingDeadline(forwarding)
    open(forwarding)
  }

  func open(_ forwarding: Forwarding) {
    let upstream = forwarding.request.upstream
    guard !upstream.hasEnded else { return upstreamFailed(.left, forwarding) }
    if forwarding.exchange.mayUseKeptConnection, let kept = loop.upstreams.take(for: upstream) {
      use(kept, for: forwarding)
      return opened(forwarding)
    }
    switch upstream.addresses.find(retry: waker.wake) {
    // `flush` calls this function again when the address is known.
    case nil: break
    case .failure(let failure): upstreamFailed(failure, forwarding)
    case .success(let addresses):
      guard let libev = loop.libev,
        let connection = UpstreamConnection(to: upstream, at: addresses, on: libev, counter: server.connections)
      else {
        return upstreamFailed(UpstreamFailure(.unreachable, "this server has no free file descriptor"), forwarding)
      }
      use(connection, for: forwarding)
      connection.open()
    }
  }

  private func use(_ connection: UpstreamConnection, for forwarding: Forwarding) {
    forwarding.connection = connection
    connection.handler = { [unowned self] in upstreamHas($0) }
  }

  private func upstreamHas(_ event: UpstreamConnection.Event) {
    switch (phase, event) {
    case (.forwarding(let forwarding), .opened): opened(forwarding)
    case (.forwarding(let forwarding), .readable): readUpstream(forwarding)
    case (.forwarding(let forwarding), .hasRoom):
      // If no bytes of the request are queued, TLS has asked for room, because it had to write before it could read.
      if forwarding.toUpstream.isEmpty { readUpstream(forwarding) } else { writeUpstream(forwarding) }
      // The queue for the upstream server may have room again. If so, this connection reads more of the request.
      waker.wake()
    case (.forwarding(let forwarding), .failed(let failure)): upstreamFailed(failure, forwarding)
    case (.tunnelling(let tunnel), .readable): tunnel.isReadable(tunnel.far)
    case (.tunnelling(let tunnel), .hasRoom): tunnel.hasRoom(tunnel.far)
    default: break
    }
  }

  private func opened(_ forwarding: Forwarding) {
    forwarding.exchange.opened(isKept: forwarding.connection?.isReused ?? false)
    setForwardingDeadline(forwarding)
    writeUpstream(forwarding)
    // The queue for the upstream server has room again, so this connection reads more of the request.
    if !current.isComplete { waker.wake() }
  }

  /// Continues to forward a request after ``LoopWaker/wake()``: the upstream server's address is known, the next part
  /// of the response can be read, or the upstream server must not be used any more.
  func continueForwarding(_ forwarding: Forwarding) {
    guard !forwarding.request.upstream.hasEnded else { return upstreamFailed(.left, forwarding) }
    guard forwarding.connection != nil else {
      if forwarding.exchange.stage == .connecting { open(forwarding) }
      return
    }
    if forwarding.hasMore, forwarding.toPeer.isEmpty { take(forwarding) }
    // `readUpstream` checks whether reading is allowed.
    if forwarding.connection?.transport.hasUnreadBytes == true { readUpstream(forwarding) }
  }

  // MARK: The request

  /// Writes pending bytes of the request to the upstream server.
  func writeUpstream(_ forwarding: Forwarding) {
    guard let connection = forwarding.connection, forwarding.exchange.stage != .connecting,
      !forwarding.toUpstream.isEmpty
    else { return }
    switch forwarding.toUpstream.write(to: connection.transport).stop {
    case nil, .blocked(.read), .count: break
    case .blocked(.write): connection.awaitRoom()
    // The upstream server may have responded before it closed the connection, so its response is still read.
    case .ended, .failed:
      forwarding.leaveRequest()
      if !current.isComplete { leaveBody() }
    }
    resumeBody()
  }

  /// Forwards a piece of the request's body to the upstream server.
  func forward(_ piece: Span<UInt8>, by forwarding: Forwarding) {
    piece.withUnsafeBufferPointer { forwarding.append($0) }
    // If the queue is still full after this write, the connection stops reading from the peer until the upstream server
    // accepts more.
    if !forwarding.hasRoom { writeUpstream(forwarding) }
    guard !forwarding.hasRoom else { return }
    current.bodyProgress?.pause(at: .now)
    setForwardingDeadline(forwarding)
  }
}
