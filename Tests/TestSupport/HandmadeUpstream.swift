import Glibc
import Locks

/// A server that other servers pass requests on to. It answers each connection on a thread of its own, with exactly the
/// bytes that a test says. Whoever waits here longer than ``Patience`` has failed.
package final class HandmadeUpstream: Sendable {
  /// One accepted connection. Blocking.
  package final class Link: Sendable {
    package struct Ended: Error {}

    /// 0 for the first.
    package let number: Int
    /// Blocking.
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

    /// Exactly so many; nothing else is read meanwhile.
    package func read(_ count: Int) throws -> [UInt8] {
      while buffer.withLock({ $0.count }) < count { guard try fill() else { throw Ended() } }
      return buffer.withLock { buffer in
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
      }
    }

    /// Up to and with the empty line; nil at the connection's end.
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

    /// Whether the other side closes, with or without bytes before that.
    package func waitForEnd() -> Bool {
      do { while try fill() {} } catch { return false }
      return true
    }

    /// Reads and drops.
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

    /// False at the end; a reset is one too.
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

  /// All heads of requests that were read until now, by ``serve(_:_:)``.
  package var requests: [String] { heads.withLock { $0 } }

  /// Accepts until it is gone. `serve` has a thread of its own for each connection, which ends with it.
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

  /// Answers requests, one after another, by their heads and bodies; nil closes.
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

  /// The next request's head, which is kept; nil at the connection's end.
  package func readRequest(_ link: Link) throws -> String? {
    guard let head = try link.readHead() else { return nil }
    heads.withLock { $0.append(head) }
    return head
  }

  deinit { stop() }

  /// Accepts no more.
  package func stop() {
    guard
      isOpen.withLock({ isOpen in
        defer { isOpen = false }; return isOpen
      })
    else { return }
    // Wakes the thread that accepts, which closes it: else it might accept what comes to another socket of this number.
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
  /// Of the first header of that name in a head.
  package func headerValue(_ name: String) -> String? { headerValues(name).first }

  package func headerValues(_ name: String) -> [String] {
    split(separator: "\r\n").filter { $0.lowercased().hasPrefix(name.lowercased() + ":") }
      .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
  }

  /// A response with a length.
  package static func ok(_ body: String, type: String = "text/plain", headers: [String] = []) -> String {
    let lines = ["HTTP/1.1 200 OK", "Content-Type: \(type)", "Content-Length: \(body.utf8.count)"] + headers
    return (lines + ["", body]).joined(separator: "\r\n")
  }
}
