/// The decisions about each unit that arrives.
extension ProxyLoop {
  /// Handles bytes that a socket received. Empty `bytes` mean the end of the stream.
  func read(_ bytes: [UInt8], from socket: ProxySocket) {
    guard let link = links[socket.link] else { return }
    let stream = socket.side == .page ? link.toServer : link.toPage
    if bytes.isEmpty { return finish(link, stream) }
    // Drops the server's bytes on a link without a page, because there is no receiver.
    guard link.page != nil, !stream.isDoomed else { return }
    stream.scanner.append(bytes)
    while let unit = stream.scanner.next() {
      if unit.isHead { link.toPage.scanner.becomeOpaque() }
      if !stream.isDoomed { decide(link, stream, unit) }
    }
    perform(link)
  }

  private func finish(_ link: ProxyLink, _ stream: ProxyLink.Stream) {
    guard link.page != nil else { return close(link, abruptly: false) }
    let rest = stream.scanner.rest()
    if !rest.isEmpty, !stream.isDoomed { stream.add(.bytes(rest), at: now) }
    stream.add(.end, at: now)
    perform(link)
  }

  private func decide(_ link: ProxyLink, _ stream: ProxyLink.Stream, _ unit: UnitScanner.Unit) {
    let bytes = unit.bytes
    if unit.isPost, link.random.happens(faults.repeated) {
      control.count(\.repeated)
      let delay = link.random.happens(0.5) ? .zero : link.random.duration(upTo: Self.longestAbsence)
      send([bytes], after: delay, link.random.next())
    }
    switch faults.fate(&link.random) {
    case .pass:
      stream.add(.bytes(bytes), at: now)
    case .delayed:
      control.count(\.delayed)
      stream.add(.bytes(bytes), at: now + link.random.duration(upTo: faults.longestDelay))
    case .sliced:
      control.count(\.sliced)
      var due = now
      for piece in Self.pieces(of: bytes, &link.random) {
        due = stream.add(.bytes(piece), at: due) + link.random.duration(upTo: .milliseconds(20))
      }
    case .cutBefore:
      control.count(\.cutBefore)
      doom(link, stream, after: 0, of: bytes)
    case .cutInside:
      control.count(\.cutInside)
      doom(link, stream, after: bytes.count > 1 ? Int.random(in: 1..<bytes.count, using: &link.random) : 0, of: bytes)
    case .cutAfter:
      control.count(\.cutAfter)
      doom(link, stream, after: bytes.count, of: bytes)
    }
  }

  private static func pieces(of bytes: [UInt8], _ random: inout SplitMix64) -> [[UInt8]] {
    let count = Int.random(in: 1...7, using: &random)
    let ends = (0..<count).map { _ in Int.random(in: 0...bytes.count, using: &random) }
    let all = [0] + ends.sorted() + [bytes.count]
    return zip(all, all.dropFirst()).map { Array(bytes[$0..<$1]) }.filter { !$0.isEmpty }
  }

  /// Schedules a disconnection after the first `count` bytes of `bytes`. With the fault `late`, the page's connection
  /// is dropped first, and the server gets the remaining bytes later.
  private func doom(_ link: ProxyLink, _ stream: ProxyLink.Stream, after count: Int, of bytes: [UInt8]) {
    stream.isDoomed = true
    var due = stream.add(.bytes(Array(bytes[..<count])), at: now)
    // A reset right after the bytes makes the peer's kernel discard them; a reset a little later does not.
    if link.random.happens(0.5) { due += link.random.duration(upTo: .milliseconds(50)) }
    guard stream === link.toServer, link.random.happens(faults.late) else {
      stream.add(.cut, at: due)
      return
    }
    control.count(\.late)
    stream.add(.dropPage, at: due)
    due += link.random.duration(upTo: Self.longestAbsence)
    stream.add(.bytes(Array(bytes[count...])), at: due)
    stream.add(.cut, at: due + .milliseconds(200))
  }

  /// Performs all steps of the link that are due.
  func perform(_ link: ProxyLink) {
    for stream in [link.toServer, link.toPage] {
      while links[link.id] != nil, let step = stream.take(dueAt: now) {
        perform(step, link, isToServer: stream === link.toServer)
      }
    }
    if links[link.id] != nil, link.due != nil { delayed.insert(link.id) } else { delayed.remove(link.id) }
  }

  private func perform(_ step: ProxyLink.Step, _ link: ProxyLink, isToServer: Bool) {
    switch step {
    case .bytes(let bytes):
      let (source, destination) = isToServer ? (link.page, link.server) : (link.server, link.page)
      destination?.send(bytes)
      if let destination, destination.backlog > Self.largestBacklog { source?.pause(true) }
      if isToServer { link.note(bytes) }
    case .dropPage:
      drop(link.page, abruptly: link.random.happens(0.5))
      link.page = nil
    case .cut:
      if let record = link.record, !record.isEmpty, link.page != nil, link.random.happens(faults.replayed) {
        control.count(\.replayed)
        send(record, after: link.random.duration(upTo: Self.longestAbsence), link.random.next())
      }
      cut(link)
    case .end:
      let last = isToServer ? link.server : link.page
      last?.closeWhenSent()
      links[link.id] = nil
      drop(isToServer ? link.page : link.server, abruptly: false)
      // A socket that is already closed reports no more events, so it is removed here.
      if let last, last.isOver { sockets[last.token] = nil }
    }
  }

  /// Sends `pieces` on a separate connection to the server. The responses are discarded.
  private func send(_ pieces: [[UInt8]], after delay: Duration, _ seed: UInt64) {
    guard let link = open(SplitMix64(seed: UInt64(truncatingIfNeeded: seed))) else { return }
    var due = now + delay
    for bytes in pieces {
      link.toServer.add(.bytes(bytes), at: due)
      // Each piece is delayed, because a client waits for the response to its handshake before it sends a WebSocket
      // frame.
      due += link.random.duration(upTo: .milliseconds(20))
    }
    link.toServer.add(.cut, at: due + link.random.duration(upTo: Self.longestAbsence))
    delayed.insert(link.id)
  }

  func cut(_ link: ProxyLink) {
    drop(link.page, abruptly: link.random.happens(0.5))
    close(link, abruptly: link.random.happens(0.5))
  }

  private func close(_ link: ProxyLink, abruptly: Bool) {
    links[link.id] = nil
    delayed.remove(link.id)
    drop(link.page, abruptly: abruptly)
    drop(link.server, abruptly: abruptly)
  }

  private func drop(_ socket: ProxySocket?, abruptly: Bool) {
    guard let socket else { return }
    socket.close(abruptly: abruptly)
    sockets[socket.token] = nil
  }
}
