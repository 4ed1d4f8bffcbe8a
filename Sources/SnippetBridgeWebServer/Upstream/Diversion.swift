/// An object that passes the body of an upstream server's response to a reader other than the peer, such as a download.
/// The peer's connection does not wait for this body.
final class Diversion: LoopMember {
  let id: LoopMemberID
  let loop: LoopState
  private let forwarding: Forwarding
  /// The body for the reader, or `nil` if the reader has released it.
  private weak var body: ArrivingBody?
  private var isOver = false

  /// Creates a diversion. Call ``Forwarding/divert(_:)`` first, which makes `forwarding` collect the body without chunk
  /// framing.
  init(_ forwarding: Forwarding, to body: ArrivingBody, on loop: LoopState) {
    id = loop.makeMemberID()
    self.loop = loop
    self.forwarding = forwarding
    self.body = body
  }

  func begin() {
    body?.begin(waker)
    // The connection is open, so it only becomes readable or has room.
    forwarding.connection?.handler = { [unowned self] _ in read() }
    // Handles the bytes that arrived after the head.
    take { _ = try forwarding.read() }
    read()
  }

  func flush() {
    guard !isOver else { return }
    guard body != nil else { return end() }
    if forwarding.hasMore { take { _ = try forwarding.read() } }
    read()
  }

  func deadlinePassed() { fail(forwarding.exchange.lateness) }

  /// Has no effect, because the diversion may still complete before the server has stopped.
  func serverIsStopping() {}

  func cut() { fail(UpstreamFailure(.closed, "this server is stopping")) }

  private func read() {
    for turn in 1... {
      guard !isOver, let connection = forwarding.connection else { return }
      guard let body else { return end() }
      guard body.hasRoom, !forwarding.hasMore else {
        connection.pauseReading()
        // No deadline applies while the buffer is full, because the reader may take any amount of time. The reader
        // wakes the diversion when there is room.
        setDeadline(nil)
        if body.hasRoom { waker.wake() }
        return
      }
      connection.resumeReading()
      setDeadline(forwarding.exchange.timeLimit(forwarding.request.upstream.limits))
      let input = loop.buffers.input
      switch connection.transport.read(into: input) {
      case .count(let count): take { _ = try forwarding.read(UnsafeRawBufferPointer(rebasing: input[..<count])) }
      case .blocked(.read): return
      case .blocked(.write): return connection.awaitRoom()
      case .ended: return take { try forwarding.connectionEnded() }
      case .failed: return fail(UpstreamFailure(.closed, "the connection broke"))
      }
      // The rest is read after other connections have been served.
      guard turn < LoopBuffers.readsPerTurn else { return waker.wake() }
    }
  }

  /// Calls `step`, which collects a part of the body in `forwarding`, and passes this part to the reader.
  private func take(_ step: () throws -> Void) {
    do {
      try step()
      pass()
    } catch {
      fail(UpstreamFailure(of: error))
    }
  }

  private func pass() {
    _ = forwarding.toPeer.takeAll().withUnsafeBufferPointer { body?.append($0) }
    body?.deliver()
    if forwarding.isResponseComplete { end() }
  }

  private func fail(_ failure: UpstreamFailure) {
    guard !isOver else { return }
    pass()
    end(failure)
  }

  private func end(_ failure: UpstreamFailure? = nil) {
    guard !isOver else { return }
    isOver = true
    if forwarding.isResponseComplete { forwarding.release(to: loop.upstreams) } else { forwarding.cut() }
    body?.end(forwarding.isResponseComplete ? nil : failure)
    loop.remove(self)
  }
}
