import SnippetBridgePlatform

/// Checks of ports that a server will use later.
package enum PortCheck {
  /// Binds the port and releases it. Throws an error that explains why a server cannot listen on the port.
  package static func run(host: String, port: Int) throws(WebServerError) {
    _ = try ListenSocket.make(host: host, port: port, loops: 1)
  }
}

/// A free port of 127.0.0.1 for a program that this process starts. Until deinitialization, the system assigns the port
/// to no other socket. A program that sets `SO_REUSEADDR`, as servers do, can listen on it, because this socket does
/// not listen.
package final class PortReservation: Sendable {
  package let port: Int
  private let socket: FileDescriptor

  package init() throws(WebServerError) {
    guard let socket = FileDescriptor(owning: SystemSocket.make(family: AF_INET)) else { throw Self.failure() }
    SystemSocket.set(SO_REUSEADDR, of: socket.number)
    guard let address = try? SocketAddress.lookUp(host: "127.0.0.1", port: 0).first,
      address.withPointer({ bind(socket.number, $0, $1) }) == 0, let bound = SocketAddress(boundTo: socket.number)
    else { throw Self.failure() }
    self.socket = socket
    port = bound.port
  }

  private static func failure() -> WebServerError {
    WebServerError(.cannotBind, "Cannot reserve a port of 127.0.0.1: \(String(cString: strerror(errno))).")
  }
}
