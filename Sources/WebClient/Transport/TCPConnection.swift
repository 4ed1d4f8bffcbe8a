import Dispatch
import Glibc
import Locks

/// A TCP connection to a server, in plain text or with TLS on top.
package final class TCPConnection: Sendable {
  /// Closes the socket when nothing uses it any more.
  final class Socket: Sendable {
    let number: Int32

    init(number: Int32) {
      self.number = number
    }

    deinit {
      close(number)
    }
  }

  private struct Reading {
    /// nil while nothing is read.
    var token: ReadingLoop.Token?
    /// Nothing can arrive any more.
    var isOver = false
    var isTruncated = false
    /// Somebody wants nothing to be read.
    var isPaused = true
    /// Bytes that have arrived and were not taken, and what it takes to keep their pieces.
    var backlog = 0
    /// How often something has come.
    var arrivals = 0

    static func weight(_ piece: [UInt8]) -> Int { piece.count + 64 }
  }

  /// As much may have arrived and not been taken; the rest stays in the kernel, and at last with the peer.
  package static let largestBacklog = 1 << 20

  private let arrivals: Inlet<[UInt8]>
  private let socket: Socket
  private let limit: Duration
  private let reading: Mutex<Reading>
  /// nil for plain text. Its lock may be taken inside of that of ``reading``.
  private let tls: Mutex<TLSSession?>
  /// The TLS handshake is done: one value.
  private let secured: Inlet<Void>
  private let writing = DispatchQueue(label: "TCPConnection.writing")

  private init(socket: Socket, tls: sending TLSSession?, limit: Duration) {
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

  /// Connects to the first address of `host` that answers. Ends soon when its task is cancelled.
  /// - Parameters:
  ///   - tls: nil for plain text.
  ///   - limit: for everything that the connection waits for later.
  ///   - deadline: for connecting, TLS included; nil for `limit`.
  package static func open(
    host: String, port: Int, tls: TLSOptions? = nil, limit: Duration, before deadline: Deadline? = nil
  ) async throws -> TCPConnection {
    let deadline = deadline ?? Deadline(after: limit)
    let socket = try await ConnectingAttempt(host: host, port: port, deadline: deadline).socket()
    let connection = TCPConnection(
      socket: socket, tls: try tls.map { try TLSSession.inMemory(host: host, $0) }, limit: limit)
    try await withTaskCancellationHandler {
      connection.resumeReading()
      guard tls != nil else { return }
      _ = try connection.plain([])
      try await connection.secured.one(before: deadline)
    } onCancel: {
      connection.cut()
    }
    return connection
  }

  /// Sends all of `bytes`. Throws when the peer takes them too slowly or is gone.
  package func send(_ bytes: [UInt8]) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      enqueue(bytes) { done.resume(with: $0) }
    }
  }

  /// Sends all of `bytes` after everything enqueued before, without waiting; `completion` runs on any thread.
  package func enqueue(
    _ bytes: [UInt8], completion: @escaping @Sendable (Result<Void, any Error>) -> Void = { _ in }
  ) {
    let deadline = Deadline(after: limit)
    do {
      try tls.withLock { tls in
        try tls?.seal(bytes)
        // Inside of the lock: what is sealed first goes first.
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

  /// Ends the connection at once: the peer sees it closed, with no word said at any level above.
  package func cut() {
    cut(beforeRefusing: {})
  }

  /// Ends the connection as ``cut()`` does.
  /// - Parameter beforeRefusing: Runs before the kernel refuses what the peer sends, as another thread may.
  func cut(beforeRefusing: () -> Void) {
    shutdown(socket.number, CInt(SHUT_WR))
    reading.withLock { end(&$0) }
    // The kernel refuses bytes, which ends the peer's connection, only while its receive buffer has room for them.
    // Room made before SHUT_RD is announced to the peer at once. A fast peer can fill it again before SHUT_RD.
    discardReceived(reads: 256)
    beforeRefusing()
    shutdown(socket.number, CInt(SHUT_RD))
    // Nothing is added to the buffer any more: it becomes empty.
    discardReceived()
  }

  /// Discards the bytes in the kernel's receive buffer.
  private func discardReceived(reads: Int = .max) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var left = reads
    while left > 0, recv(socket.number, &buffer, buffer.count, CInt(MSG_DONTWAIT)) > 0 { left -= 1 }
  }
}

// MARK: Reading

extension TCPConnection {
  /// What arrives, as it comes; ends when the peer or ``TCPConnection/cut()`` ends the connection. One task at a time
  /// takes it.
  package struct Incoming: Sendable {
    fileprivate let connection: TCPConnection

    /// Throws ``WebClientError/timeout(waitingFor:)`` when nothing comes in time: then it is over.
    /// - Parameter deadline: nil for the connection's limit.
    package func next(before deadline: Deadline? = nil) async throws -> [UInt8]? {
      connection.taken(try await connection.arrivals.next(before: deadline))
    }

    /// As ``next(before:)``, but waits for as long as it takes.
    package func value() async throws -> [UInt8]? {
      connection.taken(try await connection.arrivals.value())
    }
  }

  package var incoming: Incoming { Incoming(connection: self) }

  /// It has ended otherwise than a peer ends it that has said all: what ends with the connection may be only a part.
  package var isTruncated: Bool { reading.withLock { $0.isTruncated } }

  /// How often something has come, and whether it waits to be taken. Known without one of Swift's threads, which may
  /// all be busy.
  var progress: (arrivals: Int, isWaiting: Bool) { reading.withLock { ($0.arrivals, $0.backlog > 0) } }

  /// Leaves what arrives in the kernel, so that in time the peer cannot send any more. Nothing is read after this has
  /// returned.
  package func pauseReading() {
    reading.withLock { reading in
      reading.isPaused = true
      watch(&reading)
    }
  }

  package func resumeReading() {
    reading.withLock { reading in
      reading.isPaused = false
      watch(&reading)
    }
  }

  private func taken(_ bytes: [UInt8]?) -> [UInt8]? {
    guard let bytes else { return nil }
    reading.withLock { reading in
      reading.backlog -= Reading.weight(bytes)
      watch(&reading)
    }
    return bytes
  }

  /// Reads, or does not.
  private func watch(_ reading: inout Reading) {
    let isWanted = !reading.isOver && !reading.isPaused && reading.backlog < Self.largestBacklog
    if let token = reading.token, !isWanted {
      ReadingLoop.shared.remove(socket.number, token)
      reading.token = nil
    } else if reading.token == nil, isWanted {
      reading.token = ReadingLoop.shared.add(socket.number) { [weak self] in self?.read() }
      if reading.token == nil {
        end(&reading, throwing: WebClientError.unreachable("no room for one more connection"))
      }
    }
  }

  /// One piece at a time, so that who sends without an end keeps nobody else waiting.
  private func read() {
    reading.withLock { reading in
      guard reading.token != nil else { return }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(socket.number, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      if count > 0 {
        reading.arrivals += 1
        receive(Array(buffer[..<count]), &reading)
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        // By TLS a peer says so before it ends: anybody between could end the connection.
        reading.isTruncated = count < 0 || tls.withLock { $0 != nil }
        end(&reading)
      }
    }
  }

  private func receive(_ bytes: [UInt8], _ reading: inout Reading) {
    do {
      let (bytes, isOver) = try plain(bytes)
      if !bytes.isEmpty {
        reading.backlog += Reading.weight(bytes)
        arrivals.put(bytes)
      }
      if isOver { end(&reading) } else { watch(&reading) }
    } catch {
      end(&reading, throwing: error)
    }
  }

  /// What bytes from the network say, and whether they say that no more comes. TLS may have an answer to them.
  private func plain(_ bytes: [UInt8]) throws -> (bytes: [UInt8], isOver: Bool) {
    try tls.withLock { tls in
      guard let tls else { return (bytes, false) }
      defer {
        let answer = tls.takeOutgoing()
        if !answer.isEmpty { write(answer, Deadline(after: limit)) { _ in } }
      }
      let wasOpen = tls.isOpen
      let plain = try tls.open(bytes)
      if tls.isOpen, !wasOpen { secured.put(()) }
      return (plain, tls.isOver)
    }
  }

  private func end(_ reading: inout Reading, throwing error: (any Error)? = nil) {
    if let token = reading.token { ReadingLoop.shared.remove(socket.number, token) }
    reading.token = nil
    reading.isOver = true
    arrivals.end(throwing: error)
    secured.end(throwing: error)
  }
}

extension TCPConnection.Socket {
  /// Blocks.
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
          throw WebClientError.timeout(waitingFor: "the server to take \(bytes.count) bytes")
        }
      } else if errno != EINTR {
        throw WebClientError.closed(code: 1006, reason: String(cString: strerror(errno)))
      }
    }
  }
}
