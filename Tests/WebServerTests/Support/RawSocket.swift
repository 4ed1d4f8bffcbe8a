import Glibc
import TestSupport

/// A TCP client that sends and reads exactly the bytes that a test specifies. Its functions block. A read fails after
/// ``Patience``.
final class RawSocket {
  let descriptor: CInt
  private var buffer: [UInt8] = []
  private var consumed = 0
  /// The TLS client, or `nil` for plain text.
  private(set) var tls: TLSClient?

  /// Connects to a server. `source` is the local IPv4 address.
  init(
    port: Int, host: String = "127.0.0.1", from source: String? = nil, receiveBuffer: Int? = nil,
    scheme: Scheme = .plain
  ) throws {
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICHOST
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0, let address = list?.pointee else {
      throw TestError("no such address: \(host)")
    }
    defer { freeaddrinfo(list) }
    descriptor = socket(address.ai_family, CInt(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw TestError("no socket: \(errno)") }
    var limit = timeval(tv_sec: Patience.seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    if var size = receiveBuffer.map(CInt.init) {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<CInt>.size))
    }
    var one: CInt = 1
    setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<CInt>.size))
    if let source {
      var own = sockaddr_in()
      own.sin_family = sa_family_t(AF_INET)
      own.sin_addr.s_addr = inet_addr(source)
      let bound = withUnsafePointer(to: &own) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard bound == 0 else { throw TestError("cannot come from \(source)") }
    }
    guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
      // All properties are initialized, so `deinit` closes the descriptor.
      throw TestError("cannot connect: \(String(cString: strerror(errno)))")
    }
    if scheme == .tls { tls = try TLSClient(on: descriptor) }
  }

  deinit { Glibc.close(descriptor) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
        return tls?.send(rest)
          ?? uninterrupted { Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL)) }
      }
      guard count > 0 else { throw TestError("cannot send: \(String(cString: strerror(errno)))") }
      offset += count
    }
  }

  /// Reads exactly `count` bytes.
  func read(_ count: Int) throws -> [UInt8] {
    while buffer.count - consumed < count { guard try fill() else { throw TestError("the server closed early") } }
    defer { consumed += count }
    return Array(buffer[consumed..<consumed + count])
  }

  /// Reads up to and including an empty line.
  func readHead() throws -> String {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if buffer.count >= consumed + 4 {
        for start in consumed...(buffer.count - 4) where buffer[start] == 13 && Array(buffer[start..<start + 4]) == end
        {
          defer { consumed = start + 4 }
          return String(decoding: buffer[consumed..<start + 4], as: UTF8.self)
        }
      }
      guard try fill() else { throw TestError("the server closed before the end of a head") }
    }
  }

  /// Reads until the server closes the connection.
  func readToEnd() throws -> [UInt8] {
    while try fill() {}
    defer { consumed = buffer.count }
    return Array(buffer[consumed...])
  }

  /// Reads and drops `count` bytes, without keeping them.
  func skip(_ count: Int) throws {
    var left = count - (buffer.count - consumed)
    if left <= 0 {
      consumed += count
      return
    }
    consumed = buffer.count
    var scratch = [UInt8](repeating: 0, count: 1 << 20)
    while left > 0 {
      let count =
        tls.map { tls in scratch.withUnsafeMutableBytes { tls.receive(into: .init(rebasing: $0.prefix(left))) } }
        ?? uninterrupted { recv(descriptor, &scratch, min(left, scratch.count), 0) }
      guard count > 0 else { throw TestError("the server closed \(left) bytes early") }
      left -= count
    }
  }

  /// Sends a FIN. With TLS, sends `close_notify` before it.
  func shutdownSending() {
    tls?.sayEnd()
    shutdown(descriptor, CInt(SHUT_WR))
  }

  /// Sends bytes without TLS encryption.
  func sendAsItIs(_ bytes: [UInt8]) throws {
    var offset = 0
    while offset < bytes.count {
      guard let count = sendSome(Array(bytes[offset...])) else { throw TestError("cannot send") }
      offset += count
    }
  }

  func shutdownSendingWithoutAWord() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Closes the connection without close_notify.
  func cut() { shutdown(descriptor, CInt(SHUT_RDWR)) }

  /// Makes further sends fail if they cannot proceed for 1 s.
  func doNotBlock() {
    var limit = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  func block() {
    var limit = timeval(tv_sec: Patience.seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Sends as many bytes as possible. Returns their number, or `nil` if none can be sent.
  func sendSome(_ bytes: [UInt8]) -> Int? {
    let count = uninterrupted { Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
    return count > 0 ? count : nil
  }

  /// Waits until the connection has ended in both directions, but no longer than `milliseconds`.
  func awaitEnd(milliseconds: CInt) {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    poll(&state, 1, milliseconds)
  }

  /// Closes the connection with a reset.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    shutdown(descriptor, CInt(SHUT_RDWR))
  }

  /// Repeats a call that was interrupted. When a stopped process continues, calls on its sockets with time limits
  /// fail with `EINTR` (signal(7)).
  private func uninterrupted(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// Reads available bytes into the buffer. Returns `false` at the end of the stream.
  private func fill() throws -> Bool {
    if consumed > 1 << 20 || consumed == buffer.count {
      buffer.removeFirst(consumed)
      consumed = 0
    }
    var scratch = [UInt8](repeating: 0, count: 64 << 10)
    let count =
      tls.map { tls in scratch.withUnsafeMutableBytes { tls.receive(into: $0) } }
      ?? uninterrupted { recv(descriptor, &scratch, scratch.count, 0) }
    if count < 0 { throw TestError("cannot read: \(String(cString: strerror(errno)))") }
    buffer += scratch.prefix(count)
    return count > 0
  }
}
