import Logging
import SnippetBridgePlatform

/// A listener that accepts connections on one listening socket of one loop.
final class Listener {
  private let socket: ListenSocket
  private let logger: Logger
  private let accepted: (CInt, SocketAddress) -> Void
  private var watcher: IOWatcher?
  private var pause: OneShotTimer?
  private var hasComplained = false

  /// The maximum number of connections accepted per round of events. The limit is high enough for a burst of
  /// connections, and low enough that existing connections are not delayed.
  private static let perRound = 64

  init(
    on loop: OpaquePointer, socket: ListenSocket, logger: Logger, accepted: @escaping (CInt, SocketAddress) -> Void
  ) {
    self.socket = socket
    self.logger = logger
    self.accepted = accepted
    watcher = IOWatcher(on: loop, descriptor: socket.descriptor, event: .read) { [unowned self] in acceptAll() }
    pause = OneShotTimer(on: loop) { [unowned self] in watcher?.start() }
    watcher?.start()
  }

  /// Accepts the connections that are waiting, at most ``perRound``. Returns whether more may be waiting.
  @discardableResult
  func acceptAll() -> Bool {
    for _ in 0..<Self.perRound {
      guard let (descriptor, peer) = SystemSocket.accept(socket.descriptor) else {
        failed(errno)
        return false
      }
      hasComplained = false
      SystemSocket.sendAtOnce(descriptor)
      accepted(descriptor, peer)
    }
    return true
  }

  /// Accepts the connections that are waiting now, before the listener is closed. The number is limited to the size of
  /// the system's queue, because clients may connect faster than this function accepts.
  func acceptBacklog() {
    for _ in 0...(ListenSocket.backlog / Self.perRound) { guard acceptAll() else { return } }
  }

  private func failed(_ error: CInt) {
    if [EAGAIN, EINTR, ECONNABORTED, EPROTO, EPERM].contains(error) { return }
    // The process is out of descriptors or memory. Accepting is paused, because the pending connection would
    // immediately wake the loop again. Existing connections are not affected.
    watcher?.stop()
    pause?.start(after: .milliseconds(100))
    if hasComplained { return }
    hasComplained = true
    logger.error("cannot accept connections for now", metadata: ["error": "\(String(cString: strerror(error)))"])
  }
}

/// A bound and listening TCP socket. Deinitialization closes the descriptor.
final class ListenSocket: Sendable {
  let address: SocketAddress
  private let socket: FileDescriptor
  /// The maximum number of connections that wait until they are accepted. Linux lets one more wait.
  static let backlog = 1024
  var descriptor: CInt { socket.number }

  /// Binds exactly `address` and listens.
  /// - Parameter sharing: Whether other sockets of this server, or of another server that shares its ports, already
  ///   listen at this address.
  init(_ address: SocketAddress, host: String, sharing: Bool) throws(WebServerError) {
    guard let socket = FileDescriptor(owning: SystemSocket.make(family: CInt(address.family))) else {
      throw Self.failure(errno, address, host)
    }
    SystemSocket.set(SO_REUSEADDR, of: socket.number)
    if address.family == AF_INET6 {
      SystemSocket.set(IPV6_V6ONLY, at: CInt(IPPROTO_IPV6), of: socket.number, to: address.isAny ? 0 : 1)
    }
    if sharing { SystemSocket.set(SO_REUSEPORT, of: socket.number) }
    guard address.withPointer({ bind(socket.number, $0, $1) }) == 0 else { throw Self.failure(errno, address, host) }
    // The server's first socket is bound without SO_REUSEPORT. Otherwise the server could unintentionally share a
    // port with another server. Setting the option now lets the server's other loops bind the same port.
    SystemSocket.set(SO_REUSEPORT, of: socket.number)
    guard listen(socket.number, CInt(Self.backlog)) == 0, let bound = SocketAddress(boundTo: socket.number) else {
      throw Self.failure(errno, address, host)
    }
    self.address = bound
    self.socket = socket
  }

  private static func failure(_ error: CInt, _ address: SocketAddress, _ host: String) -> WebServerError {
    if error == EADDRINUSE {
      return WebServerError(
        .addressInUse,
        "Port \(address.port) of \(host) is in use by another program. Stop that program, or use another port.")
    }
    return WebServerError(
      .cannotBind, "Cannot listen on port \(address.port) of \(host): \(String(cString: strerror(error))).")
  }
}

/// The port of a running listener, with the properties that its URLs and its pages depend on.
package struct ListenerAddress: Sendable, Hashable {
  package let port: Int
  /// Whether the listener serves https and wss.
  package let isSecure: Bool
  /// Whether the listener serves the server's own pages. Such pages may show pages of the server's other listeners in
  /// iframes.
  package let hasOwnPages: Bool

  package init(port: Int, isSecure: Bool, hasOwnPages: Bool = true) {
    self.port = port
    self.isSecure = isSecure
    self.hasOwnPages = hasOwnPages
  }
}

/// The immutable state that all connections of one listener share.
struct ListenerContext: Sendable {
  let index: Int
  /// The addresses of all listeners of the server, including this one.
  let addresses: [ListenerAddress]
  /// The TLS context, or `nil` for plain HTTP.
  let tls: TLSServerContext?
}
