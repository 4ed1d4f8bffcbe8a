import SnippetBridgePlatform

/// A connection to an upstream server. It connects, performs the TLS handshake if needed, and then transfers bytes. Not
/// Sendable, because it is used only on its loop.
final class UpstreamConnection {
  enum Event {
    /// The connection is open for sending and reading.
    case opened
    case readable
    case hasRoom
    /// The connection could not be opened. No event follows.
    case failed(UpstreamFailure)
  }

  private enum Stage { case connecting, handshake, open, closed }

  let upstream: Upstream
  /// The event handler, called on the loop; `nil` while the connection is not used.
  var handler: ((Event) -> Void)?
  /// Whether an earlier request has used the connection.
  private(set) var isReused = false
  private(set) var transport: Transport
  private(set) var descriptor: CInt = -1

  private let loop: OpaquePointer
  private let counter: ConnectionCounter
  private var addresses: ArraySlice<SocketAddress>
  private var stage = Stage.connecting
  private var reading: IOWatcher?
  private var writing: IOWatcher?

  /// Creates a connection that is not opened yet. Returns `nil` if the process has no descriptor left.
  init?(to upstream: Upstream, at addresses: [SocketAddress], on loop: OpaquePointer, counter: ConnectionCounter) {
    guard counter.reserve(descriptors: 1) == nil else { return nil }
    self.upstream = upstream
    self.addresses = addresses[...]
    self.loop = loop
    self.counter = counter
    transport = .plain(-1)
  }

  deinit { close() }

  /// Starts connecting. The handler may be called before this function returns.
  func open() { connect(UpstreamFailure(.unreachable, "it has no address")) }

  /// Marks the connection as idle, so that another request can use it.
  func becomeIdle() {
    isReused = true
    writing?.stop()
    reading?.start()
  }

  func close() {
    guard stage != .closed else { return }
    if stage == .open, case .tls(let session) = transport { session.shutDown() }
    stage = .closed
    counter.release(descriptors: 1)
    closeDescriptor()
    handler = nil
  }

  // MARK: Bytes

  func pauseReading() { reading?.stop() }
  func resumeReading() { if stage == .open { reading?.start() } }

  /// Requests an ``Event/hasRoom`` event when the connection can accept bytes.
  func awaitRoom() { writing?.start() }

  /// The open connection as one end of a tunnel.
  var tunnelEnd: Tunnel.End? {
    guard let reading, let writing else { return nil }
    return Tunnel.End(transport: transport, descriptor: descriptor, reading: reading, writing: writing)
  }

  // MARK: Opening

  /// Connects to the next address.
  /// - Parameter failure: The reason why the previous address failed. Reported if no addresses are left.
  private func connect(_ failure: UpstreamFailure) {
    closeDescriptor()
    stage = .connecting
    guard let address = addresses.popFirst() else {
      upstream.addresses.forget()
      return fail(failure)
    }
    descriptor = SystemSocket.make(family: CInt(address.family))
    guard descriptor >= 0 else { return connect(Self.failure(errno)) }
    SystemSocket.sendAtOnce(descriptor)
    SystemSocket.keepAlive(descriptor)
    transport = .plain(descriptor)
    reading = IOWatcher(on: loop, descriptor: descriptor, event: .read) { [unowned self] in isReadable() }
    writing = IOWatcher(on: loop, descriptor: descriptor, event: .write) { [unowned self] in hasRoom() }
    guard address.withPointer({ SnippetBridgePlatform.connect(descriptor, $0, $1) }) == 0 else {
      guard errno == EINPROGRESS else { return connect(Self.failure(errno)) }
      writing?.start()
      return
    }
    connected()
  }

  private func connected() {
    guard let tls = upstream.tls else { return opened() }
    do throws(TLSClientContext.Failure) {
      let session = try tls.makeSession(on: descriptor)
      transport = .tls(session)
      stage = .handshake
      shakeHands(session)
    } catch {
      fail(UpstreamFailure(.untrusted, error.reason))
    }
  }

  private func shakeHands(_ session: TLSSession) {
    switch session.shakeHands() {
    case .count: opened()
    case .blocked(.read): reading?.start()
    case .blocked(.write): writing?.start()
    case .ended, .failed:
      let reason = session.distrust.map { "its certificate is not trusted: \($0)" } ?? "the TLS handshake failed"
      fail(UpstreamFailure(.untrusted, reason))
    }
  }

  private func opened() {
    stage = .open
    writing?.stop()
    reading?.start()
    handler?(.opened)
  }

  private func fail(_ failure: UpstreamFailure) {
    let handler = handler
    close()
    handler?(.failed(failure))
  }

  private func isReadable() {
    switch stage {
    case .handshake: if case .tls(let session) = transport { shakeHands(session) }
    case .open: handler?(.readable)
    case .connecting, .closed: break
    }
  }

  private func hasRoom() {
    writing?.stop()
    switch stage {
    case .connecting:
      let error = SystemSocket.connectError(of: descriptor)
      if error == 0 { connected() } else { connect(Self.failure(error)) }
    case .handshake: if case .tls(let session) = transport { shakeHands(session) }
    case .open: handler?(.hasRoom)
    case .closed: break
    }
  }

  private func closeDescriptor() {
    // The watchers stop before the descriptor is closed. Otherwise they would watch a new descriptor with the same
    // number.
    reading?.stop()
    writing?.stop()
    (reading, writing) = (nil, nil)
    if descriptor >= 0 { SnippetBridgePlatform.close(descriptor) }
    descriptor = -1
    transport = .plain(-1)
  }

  private static func failure(_ error: CInt) -> UpstreamFailure {
    let reason = error == ECONNREFUSED ? "the connection was refused" : String(cString: strerror(error)).lowercased()
    return UpstreamFailure(.unreachable, reason)
  }
}
