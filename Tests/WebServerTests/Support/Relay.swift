import Glibc
import TestSupport

/// A listener that forwards one connection of a program to a socket that is already connected to the server.
struct Relay {
  /// The port to which the program connects.
  let port: Int

  init(to socket: RawSocket) throws {
    let listener = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isListening else { throw TestError("cannot listen") }
    port = Int(UInt16(bigEndian: address.sin_port))
    let server = dup(socket.descriptor)
    Workers.start {
      let client = accept(listener, nil, nil)
      close(listener)
      let isOver = EventQueue<Bool>()
      Workers.start {
        Self.carry(from: server, to: client)
        isOver.add(true)
      }
      Self.carry(from: client, to: server)
      _ = try? isOver.next()
      close(client)
      close(server)
    }
  }

  /// Copies bytes until the end of `source`.
  private static func carry(from source: CInt, to target: CInt) {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while case let count = recv(source, &buffer, buffer.count, 0), count > 0 {
      guard send(target, buffer, count, Int32(MSG_NOSIGNAL)) == count else { break }
    }
    shutdown(target, CInt(SHUT_WR))
  }
}
