import Glibc

/// A blocking TCP client. It blocks a thread of Swift's pool, which has no other work meanwhile.
final class RawClient {
  private let number: Int32

  init(port: Int) throws {
    number = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw RawClient.failure("socket") }
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw RawClient.failure("connect") }
  }

  deinit {
    close(number)
  }

  /// Sends as many bytes as the server accepts. The server may already have refused the input and closed the
  /// connection.
  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      if count <= 0 { return }
      sent += count
    }
  }

  /// Receives bytes until the server has sent `end` or closes the connection.
  ///
  /// If `end` is `nil`, the client closes its sending half when nothing has arrived for 5 ms, like a client that leaves
  /// after half a request. The server must then close the connection.
  func receive(awaiting end: String?) throws -> [UInt8] {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var hasLastWord = end == nil
    while true {
      var event = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      if hasLastWord, poll(&event, 1, 5) == 0 {
        shutdown(number, CInt(SHUT_WR))
        hasLastWord = false
      }
      let count = recv(number, &buffer, buffer.count, 0)
      if count > 0 {
        received += buffer[..<count]
        if let end, received.contains(Array(end.utf8)) { return received }
      } else if count < 0, errno == EAGAIN {
        let text = String(decoding: received.prefix(200), as: UTF8.self)
        throw Finding("for 30 s the server neither says more nor closes; it has said: \(text)")
      } else {
        return received
      }
    }
  }

  private static func failure(_ what: String) -> Finding {
    Finding("\(what): \(String(cString: strerror(errno)))")
  }
}
