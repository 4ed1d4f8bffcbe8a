import DSBridgeLocks
import Dispatch
import Glibc

/// A TCP connection, in plain text or with TLS.
package final class TCPConnection: Sendable {
  /// A socket that is closed when the last reference to this object is released.
  package final class Socket: Sendable {
    package let number: Int32

    package init(number: Int32) {
      self.number = number
    }

    deinit {
      close(number)
    }
  }

  private struct Reading {
    /// The registration with the reading loop, or `nil` while reading is stopped.
    var token: ReadingLoop.Token?
    /// Whether no more bytes can arrive.
    var isOver = false
    var isTruncated = false
    /// Whether the owner of the connection has paused reading.
    var isPaused = true
    /// The size of the received data that no reader has taken yet, including an overhead per piece, in bytes.
    var backlog = 0
    /// The number of reads that have returned bytes.
    var arrivals = 0

    static func weight(_ piece: [UInt8]) -> Int { piece.count + 64 }
  }

  /// The values, or the end of the sequences, that result from a change to ``Reading``.
  ///
  /// These are delivered after the lock of ``reading`` is released, to avoid a deadlock. Delivering resumes a task,
  /// which needs the task's lock. A thread that cancels the task holds the task's lock while it runs
  /// ``cut(beforeRefusing:)``, which needs the lock of ``reading``.
  private struct Delivery {
    var bytes: [UInt8] = []
    var isSecured = false
    var isEnd = false
    /// The error with which the sequences end.
    var error: (any Error)?
  }

  /// The maximum size of received data that no reader has taken yet, in bytes. At this size, the connection stops
  /// reading. Further bytes stay in the kernel's receive buffer. When that buffer is full, the peer must stop sending.
  package static let largestBacklog = 1 << 20

  private let arrivals: Inlet<[UInt8]>
  private let socket: Socket
  private let limit: Duration
  private let reading: Mutex<Reading>
  /// The TLS session, or `nil` for plain text. Its lock may be acquired while the lock of ``reading`` is held.
  private let tls: Mutex<TLSSession?>
  /// A sequence with a single value, which is delivered when the TLS handshake is complete.
  private let secured: Inlet<Void>
  private let writing = DispatchQueue(label: "TCPConnection.writing")

  /// Creates a connection over a connected socket. Reading starts when ``resumeReading()`` is called.
  package init(_ socket: Socket, tls: sending TLSSession? = nil, limit: Duration) {
    self.socket = socket
    self.limit = limit
    arrivals = Inlet("bytes from the server", limit: limit) { $0 }
    secured = Inlet("the TLS handshake", limit: limit) { $0 }
    reading = Mutex(Reading())
    self.tls = Mutex(tls)
  }

  deinit {
    cut()
  }

  /// Connects to the first address of `host` that responds. Throws soon after the task is cancelled.
  /// - Parameters:
  ///   - tls: The TLS options, or `nil` for plain text.
  ///   - limit: The time limit for each later operation that waits for the peer.
  ///   - deadline: The deadline for connecting, including TLS. If `nil`, `limit` applies.
  package static func open(
    host: String, port: Int, tls: TLSOptions? = nil, limit: Duration, before deadline: Deadline? = nil
  ) async throws -> TCPConnection {
    let deadline = deadline ?? Deadline(after: limit)
    let socket = try await ConnectingAttempt().socket(host: host, port: port, before: deadline)
    let connection = TCPConnection(
      socket, tls: try tls.map { try TLSSession.inMemory(host: host, $0) }, limit: limit)
    try await withTaskCancellationHandler {
      connection.resumeReading()
      guard tls != nil else { return }
      connection.change { connection.receive([], &$0, &$1) }
      try await connection.secured.one(before: deadline)
    } onCancel: {
      connection.cut()
    }
    return connection
  }

  /// Sends all bytes. Throws if the peer accepts them too slowly or has disconnected.
  package func send(_ bytes: [UInt8]) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      enqueue(bytes) { done.resume(with: $0) }
    }
  }

  /// Queues bytes without waiting. They are sent after everything that was queued before. `completion` runs on any
  /// thread.
  package func enqueue(
    _ bytes: [UInt8], completion: @escaping @Sendable (Result<Void, any Error>) -> Void = { _ in }
  ) {
    let deadline = Deadline(after: limit)
    do {
      try tls.withLock { tls in
        try tls?.seal(bytes)
        // Queue the bytes while the lock is held, so that they are written in the order of their encryption.
        write(tls?.takeOutgoing() ?? bytes, deadline, completion)
      }
    } catch {
      completion(.failure(error))
    }
  }

  private func write(
    _ bytes: [UInt8], _ deadline: Deadline, _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    writing.async { [socket] in
      completion(Result { try socket.write(bytes, deadline: deadline) })
    }
  }

  /// Ends the connection immediately with a reset, which makes the peer's kernel discard unread bytes.
  package func reset() {
    // Connecting to an address of the family AF_UNSPEC makes Linux reset the connection (connect(2)).
    var nobody = sockaddr()
    nobody.sa_family = sa_family_t(AF_UNSPEC)
    connect(socket.number, &nobody, socklen_t(MemoryLayout<sockaddr>.size))
    cut()
  }

  /// Ends the connection immediately, without a closing message from TLS or a higher protocol.
  /// - Parameter beforeRefusing: Called before the kernel starts to refuse the peer's bytes. Tests use this closure to
  ///   let a fast peer send bytes at that moment.
  package func cut(beforeRefusing: () -> Void = {}) {
    shutdown(socket.number, CInt(SHUT_WR))
    change { end(&$0, &$1) }
    // After SHUT_RD, the kernel answers the peer's bytes with a reset, but only while its receive buffer has room for
    // them. Therefore, make room first. The kernel announces this room to the peer, and a fast peer can fill it again
    // before SHUT_RD.
    discardReceived(reads: 256)
    beforeRefusing()
    shutdown(socket.number, CInt(SHUT_RD))
    // After SHUT_RD, no bytes are added to the buffer, so this call empties it completely. But the kernel does not
    // announce this room. A peer whose window is full would notice the end of a closed socket only when it probes the
    // window, minutes later. Therefore, closing the socket resets the connection, as it does if bytes are unread.
    guard discardReceived() else { return }
    var reset = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket.number, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
  }

  /// Discards the bytes in the kernel's receive buffer. Returns whether there were any.
  @discardableResult private func discardReceived(reads: Int = .max) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var left = reads
    while left > 0, recv(socket.number, &buffer, buffer.count, CInt(MSG_DONTWAIT)) > 0 { left -= 1 }
    return left < reads
  }
}

// MARK: Reading

extension TCPConnection {
  /// The received data as a sequence of byte arrays. It ends when the peer ends the connection or
  /// ``TCPConnection/cut(beforeRefusing:)`` is called. Only one task at a time may read it.
  package struct Incoming: Sendable {
    fileprivate let connection: TCPConnection

    /// Returns the next bytes, or `nil` at the end. If nothing arrives in time, ends the sequence and throws
    /// ``WebClientError/timeout(waitingFor:)``.
    /// - Parameter deadline: The deadline, or `nil` to use the connection's time limit.
    package func next(before deadline: Deadline? = nil) async throws -> [UInt8]? {
      connection.taken(try await connection.arrivals.next(before: deadline))
    }

    /// Returns the next bytes like ``next(before:)``, but waits without a time limit.
    package func value() async throws -> [UInt8]? {
      connection.taken(try await connection.arrivals.value())
    }
  }

  package var incoming: Incoming { Incoming(connection: self) }

  /// Whether the connection ended before the peer announced the end of its data. A message without a length, which ends
  /// with the connection, may then be incomplete.
  package var isTruncated: Bool { reading.withLock { $0.isTruncated } }

  /// The number of reads so far, and whether received bytes wait for the reader. The property is synchronous, so that
  /// it can be read while all threads in Swift's thread pool are busy.
  var progress: (arrivals: Int, isWaiting: Bool) { reading.withLock { ($0.arrivals, $0.backlog > 0) } }

  /// Pauses reading. Nothing is read after this function has returned. Further bytes stay in the kernel's receive
  /// buffer. When that buffer is full, the peer must stop sending.
  package func pauseReading() { change { reading, _ in reading.isPaused = true } }

  package func resumeReading() { change { reading, _ in reading.isPaused = false } }

  private func taken(_ bytes: [UInt8]?) -> [UInt8]? {
    if let bytes { change { reading, _ in reading.backlog -= Reading.weight(bytes) } }
    return bytes
  }

  /// Changes the reading state, starts or stops watching the socket accordingly, then delivers the resulting values to
  /// the sequences.
  private func change(_ body: (inout Reading, inout Delivery) -> Void) {
    var delivery = Delivery()
    reading.withLock { reading in
      body(&reading, &delivery)
      watch(&reading, &delivery)
    }
    if delivery.isSecured { secured.put(()) }
    if !delivery.bytes.isEmpty { arrivals.put(delivery.bytes) }
    guard delivery.isEnd else { return }
    arrivals.end(throwing: delivery.error)
    secured.end(throwing: delivery.error)
  }

  /// Starts or stops watching the socket, depending on the state.
  private func watch(_ reading: inout Reading, _ delivery: inout Delivery) {
    let isWanted = !reading.isOver && !reading.isPaused && reading.backlog < Self.largestBacklog
    if let token = reading.token, !isWanted {
      ReadingLoop.shared.remove(socket.number, token)
      reading.token = nil
    } else if reading.token == nil, isWanted {
      reading.token = ReadingLoop.shared.add(socket.number) { [weak self] in self?.read() }
      if reading.token == nil {
        end(&reading, &delivery, throwing: WebClientError.unreachable("the socket cannot be watched"))
      }
    }
  }

  /// Reads at most 64 KiB, so that a peer that sends continuously does not delay other connections.
  private func read() {
    change { reading, delivery in
      guard reading.token != nil else { return }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(socket.number, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      if count > 0 {
        reading.arrivals += 1
        receive(Array(buffer[..<count]), &reading, &delivery)
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        // Over TLS, only the peer's closing alert (close_notify) marks the end of the data, because anyone on the
        // network path can end the TCP connection.
        reading.isTruncated = count < 0 || tls.withLock { $0 != nil }
        end(&reading, &delivery)
      }
    }
  }

  private func receive(_ bytes: [UInt8], _ reading: inout Reading, _ delivery: inout Delivery) {
    do {
      if try decrypt(bytes, &delivery) { end(&reading, &delivery) }
      if !delivery.bytes.isEmpty { reading.backlog += Reading.weight(delivery.bytes) }
    } catch {
      end(&reading, &delivery, throwing: error)
    }
  }

  /// Decrypts bytes from the network, and sends the bytes that TLS itself must send in reply. Returns whether the peer
  /// has announced the end of its data.
  private func decrypt(_ bytes: [UInt8], _ delivery: inout Delivery) throws -> Bool {
    try tls.withLock { tls in
      guard let tls else {
        delivery.bytes = bytes
        return false
      }
      defer {
        let answer = tls.takeOutgoing()
        if !answer.isEmpty { write(answer, Deadline(after: limit)) { _ in } }
      }
      let wasOpen = tls.isOpen
      delivery.bytes = try tls.open(bytes)
      delivery.isSecured = tls.isOpen && !wasOpen
      return tls.isOver
    }
  }

  private func end(_ reading: inout Reading, _ delivery: inout Delivery, throwing error: (any Error)? = nil) {
    reading.isOver = true
    (delivery.isEnd, delivery.error) = (true, error)
  }
}

extension TCPConnection.Socket {
  /// Writes all bytes. Blocks the calling thread.
  fileprivate func write(_ bytes: [UInt8], deadline: Deadline) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        var event = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        guard poll(&event, 1, deadline.milliseconds) != 0 else {
          throw WebClientError.timeout(waitingFor: "the server to accept \(bytes.count) bytes")
        }
      } else if errno != EINTR {
        throw WebClientError.closed(code: 1006, reason: String(cString: strerror(errno)))
      }
    }
  }
}
