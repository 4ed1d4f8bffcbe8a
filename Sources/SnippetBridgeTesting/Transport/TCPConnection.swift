import Dispatch
import Glibc
import Locks

/// A TCP connection, in plain text or with TLS on top.
final class TCPConnection: Sendable {
  /// Closes the socket when nothing uses it any more.
  private final class Socket: Sendable {
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
  }

  /// What arrives, as it comes; ends when the peer or ``cut()`` ends the connection.
  let incoming: Inlet<[UInt8]>
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
    incoming = Inlet("bytes from the server", limit: limit)
    secured = Inlet("the TLS handshake", limit: limit)
    reading = Mutex(Reading())
    self.tls = Mutex(tls)
  }

  deinit {
    cut()
  }

  /// Connects to the first address of `host` that answers; with `access` by TLS.
  static func open(host: String, port: Int, access: PageAccess? = nil, limit: Duration) async throws -> TCPConnection {
    let deadline = Deadline(after: limit)
    let socket = try await withCheckedThrowingContinuation { (done: CheckedContinuation<Socket, any Error>) in
      DispatchQueue(label: "TCPConnection.connecting").async {
        done.resume(with: Result { try connect(host: host, port: port, deadline: deadline) })
      }
    }
    let connection = TCPConnection(
      socket: socket, tls: try access.map { try TLSSession(host: host, $0) }, limit: limit)
    connection.resumeReading()
    if access != nil {
      _ = try connection.plain([])
      try await connection.secured.one()
    }
    return connection
  }

  /// Sends all of `bytes`. Throws when the peer takes them too slowly or is gone.
  func send(_ bytes: [UInt8]) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      enqueue(bytes) { done.resume(with: $0) }
    }
  }

  /// Sends all of `bytes` after everything enqueued before, without waiting; `completion` runs on any thread.
  func enqueue(_ bytes: [UInt8], completion: @escaping @Sendable (Result<Void, any Error>) -> Void = { _ in }) {
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
      completion(Result { try Self.write(bytes, to: socket.number, deadline: deadline) })
    }
  }

  /// Ends the connection at once: the peer sees it closed, with no word said at any level above.
  func cut() {
    shutdown(socket.number, CInt(SHUT_WR))
    stopReading()
    // A peer for whose bytes there is no room is told so only while this side takes some: as many as the kernel may
    // hold. What then comes is refused.
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    for _ in 0..<256 {
      if recv(socket.number, &buffer, buffer.count, CInt(MSG_DONTWAIT)) <= 0 { break }
    }
    shutdown(socket.number, CInt(SHUT_RD))
  }

  /// Leaves what arrives in the kernel, so that in time the peer cannot send any more. Nothing is read after this has
  /// returned.
  func pauseReading() {
    reading.withLock { reading in
      if let token = reading.token { ReadingLoop.shared.remove(socket.number, token) }
      reading.token = nil
    }
  }

  func resumeReading() {
    reading.withLock { reading in
      guard reading.token == nil, !reading.isOver else { return }
      reading.token = ReadingLoop.shared.add(socket.number) { [weak self] in self?.read() }
      if reading.token == nil { end(&reading, throwing: TestPageError.unreachable("no room for one more connection")) }
    }
  }

  /// One piece at a time, so that who sends without an end keeps nobody else waiting.
  private func read() {
    reading.withLock { reading in
      guard reading.token != nil else { return }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(socket.number, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      if count > 0 {
        receive(Array(buffer[..<count]), &reading)
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        end(&reading)
      }
    }
  }

  private func receive(_ bytes: [UInt8], _ reading: inout Reading) {
    do {
      let (bytes, isOver) = try plain(bytes)
      if !bytes.isEmpty { incoming.put(bytes) }
      if isOver { end(&reading) }
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

  private func stopReading() {
    reading.withLock { end(&$0) }
  }

  private func end(_ reading: inout Reading, throwing error: (any Error)? = nil) {
    if let token = reading.token { ReadingLoop.shared.remove(socket.number, token) }
    reading = Reading(isOver: true)
    incoming.end(throwing: error)
    secured.end(throwing: error)
  }
}

// MARK: System calls

extension TCPConnection {
  private static func connect(host: String, port: Int, deadline: Deadline) throws -> Socket {
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let problem = getaddrinfo(host, String(port), &hints, &list)
    guard problem == 0 else { throw TestPageError.unreachable("\(host): \(String(cString: gai_strerror(problem)))") }
    defer { freeaddrinfo(list) }
    var failure = "no address"
    var next = list
    while let address = next?.pointee {
      next = address.ai_next
      let number = Glibc.socket(
        address.ai_family, address.ai_socktype | CInt(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
      guard number >= 0 else { throw TestPageError.unreachable(Self.text(errno)) }
      let socket = Socket(number: number)
      var code = Glibc.connect(number, address.ai_addr, address.ai_addrlen) == 0 ? 0 : errno
      if code == EINPROGRESS { code = outcome(of: number, deadline: deadline) }
      if code == 0 {
        var on: CInt = 1
        setsockopt(number, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
        return socket
      }
      failure = text(code)
    }
    throw TestPageError.unreachable("\(host):\(port): \(failure)")
  }

  /// How an attempt to connect ended, as an `errno` value.
  private static func outcome(of number: Int32, deadline: Deadline) -> CInt {
    var event = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    guard poll(&event, 1, deadline.milliseconds) > 0 else { return ETIMEDOUT }
    var code: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    getsockopt(number, SOL_SOCKET, SO_ERROR, &code, &size)
    return code
  }

  private static func write(_ bytes: [UInt8], to number: Int32, deadline: Deadline) throws {
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
          throw TestPageError.timeout(waitingFor: "the server to take \(bytes.count) bytes")
        }
      } else if errno != EINTR {
        throw TestPageError.closed(code: 1006, reason: text(errno))
      }
    }
  }

  private static func text(_ code: CInt) -> String {
    String(cString: strerror(code))
  }
}
