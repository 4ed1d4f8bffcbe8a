import DSBridgeLocks
import Glibc

/// A server for tests of proxies and clients. It serves each connection on a separate thread, with exactly the bytes
/// that a test specifies. Waiting longer than ``Patience`` fails.
package final class HandmadeUpstream: Sendable {
  /// An accepted connection. Its functions block.
  package final class Link: Sendable {
    package struct Ended: Error {}

    /// The number of the connection, from 0.
    package let number: Int
    /// The descriptor of the blocking socket.
    package let descriptor: CInt
    private let buffer = Mutex<[UInt8]>([])

    fileprivate init(_ descriptor: CInt, number: Int) {
      self.descriptor = descriptor
      self.number = number
    }

    deinit { Glibc.close(descriptor) }

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) throws {
      var offset = 0
      while offset < bytes.count {
        let count = bytes.withUnsafeBytes { bytes in
          Glibc.send(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { throw Ended() }
        offset += count
      }
    }

    /// Reads exactly `count` bytes.
    package func read(_ count: Int) throws -> [UInt8] {
      while buffer.withLock({ $0.count }) < count { guard try fill() else { throw Ended() } }
      return buffer.withLock { buffer in
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
      }
    }

    /// Reads a head, including the empty line. Returns `nil` at the end of the connection.
    package func readHead() throws -> String? {
      let end = Array("\r\n\r\n".utf8)
      while true {
        let head = buffer.withLock { buffer -> String? in
          guard let range = buffer.firstRange(of: end) else { return nil }
          defer { buffer.removeFirst(range.upperBound) }
          return String(decoding: buffer[..<range.upperBound], as: UTF8.self)
        }
        if let head { return head }
        guard try fill() else { return nil }
      }
    }

    /// Waits until the peer closes the connection, and drops the bytes before that. Returns `false` if the peer does
    /// not close the connection in time.
    package func waitForEnd() -> Bool {
      do { while try fill() {} } catch { return false }
      return true
    }

    /// Reads and drops `count` bytes.
    package func skip(_ count: Int) throws {
      var left = count - buffer.withLock { $0.count }
      var scratch = [UInt8](repeating: 0, count: 1 << 20)
      while left > 0 {
        let count = recv(descriptor, &scratch, min(left, scratch.count), 0)
        guard count > 0 else { throw Ended() }
        left -= count
      }
      buffer.withLock { $0 = [] }
    }

    package func shutdownSending() { shutdown(descriptor, CInt(SHUT_WR)) }

    package func cut() { shutdown(descriptor, CInt(SHUT_RDWR)) }

    /// Reads available bytes into the buffer. Returns `false` at the end of the connection, including a reset.
    private func fill() throws -> Bool {
      var scratch = [UInt8](repeating: 0, count: 64 << 10)
      let count = recv(descriptor, &scratch, scratch.count, 0)
      if count < 0, errno == EAGAIN { throw Ended() }
      guard count > 0 else { return false }
      buffer.withLock { $0 += scratch[..<count] }
      return true
    }
  }

  package let port: Int
  private let listener: CInt
  private let isOpen = Mutex(true)
  private let heads = Mutex<[String]>([])

  /// The heads of all requests so far that ``readRequest(_:)`` has read.
  package var requests: [String] { heads.withLock { $0 } }

  /// Creates a server that accepts connections until it is stopped or released. `serve` runs on a separate thread for
  /// each connection.
  package init(port: Int = 0, _ serve: @escaping @Sendable (Link, HandmadeUpstream) throws -> Void) throws {
    listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var one: CInt = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<CInt>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 128) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    precondition(isListening, "the test machine gives no port")
    self.port = Int(UInt16(bigEndian: address.sin_port))
    Self.startThread { [weak self] in
      defer { Glibc.close(listener) }
      var number = 0
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        var limit = timeval(tv_sec: Patience.seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var one: CInt = 1
        setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<CInt>.size))
        let link = Link(descriptor, number: number)
        number += 1
        guard let self else { return }
        Self.startThread { try? serve(link, self) }
      }
    }
  }

  /// Creates a server that answers the requests of a connection one after another. `answer` returns the response, or
  /// `nil` to close the connection.
  package convenience init(
    port: Int = 0, answering answer: @escaping @Sendable (_ head: String, _ body: [UInt8]) -> String?
  ) throws {
    try self.init(port: port) { link, upstream in
      while let head = try upstream.readRequest(link) {
        let length = head.headerValue("Content-Length").flatMap { Int($0) } ?? 0
        guard let text = answer(head, try link.read(length)) else { return link.cut() }
        try link.send(text)
      }
    }
  }

  /// Reads and records the head of the next request. Returns `nil` at the end of the connection.
  package func readRequest(_ link: Link) throws -> String? {
    guard let head = try link.readHead() else { return nil }
    heads.withLock { $0.append(head) }
    return head
  }

  deinit { stop() }

  /// Stops accepting connections.
  package func stop() {
    guard
      isOpen.withLock({ isOpen in
        defer { isOpen = false }; return isOpen
      })
    else { return }
    // Wake the accepting thread, which closes the listener. Closing it here could make that thread accept on a new
    // socket with the same number.
    shutdown(listener, CInt(SHUT_RDWR))
  }

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static func startThread(_ run: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(Body(run)).toOpaque())
    precondition(error == 0, "the test machine gives no thread")
    pthread_detach(thread)
  }
}

extension String {
  /// Returns the value of the first header with this name in a head.
  package func headerValue(_ name: String) -> String? { headerValues(name).first }

  package func headerValues(_ name: String) -> [String] {
    split(separator: "\r\n").filter { $0.lowercased().hasPrefix(name.lowercased() + ":") }
      .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
  }

  /// Returns a 200 response with a `Content-Length`.
  package static func ok(_ body: String, type: String = "text/plain", headers: [String] = []) -> String {
    let lines = ["HTTP/1.1 200 OK", "Content-Type: \(type)", "Content-Length: \(body.utf8.count)"] + headers
    return (lines + ["", body]).joined(separator: "\r\n")
  }
}
