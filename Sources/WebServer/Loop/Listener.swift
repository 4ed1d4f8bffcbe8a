import Platform
import Logging

/// Accepts what comes to one socket of one loop.
final class Listener {
  private let socket: ListenSocket
  private let logger: Logger
  private let accepted: (CInt, SocketAddress) -> Void
  private var watcher: IOWatcher?
  private var pause: OneShotTimer?
  private var hasComplained = false

  /// Enough to empty a burst, not so many that the connections already here wait.
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

  private func acceptAll() {
    for _ in 0..<Self.perRound {
      var storage = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let (descriptor, peer) = withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          let descriptor = SystemSocket.accept(socket.descriptor, address, &length)
          return (descriptor, descriptor >= 0 ? SocketAddress(copying: address, length: length) : nil)
        }
      }
      guard let peer else { return failed(errno) }
      hasComplained = false
      var one: CInt = 1
      setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<CInt>.size))
      accepted(descriptor, peer)
    }
  }

  private func failed(_ error: CInt) {
    switch error {
    case EAGAIN, EINTR, ECONNABORTED, EPROTO, EPERM:
      return
    default:
      // Out of descriptors or memory: what waits would wake us again at once. Those already connected go on.
      watcher?.stop()
      pause?.start(after: .milliseconds(100))
      if !hasComplained {
        hasComplained = true
        logger.error("cannot accept connections for now", metadata: ["error": "\(String(cString: strerror(error)))"])
      }
    }
  }
}
