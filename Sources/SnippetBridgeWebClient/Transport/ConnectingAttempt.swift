import DSBridgeLocks
import Dispatch
import SnippetBridgePlatform

/// An attempt to connect, which can be cancelled at any time. After a cancellation, the waiting task resumes
/// immediately, even though a name lookup in progress cannot be stopped.
final class ConnectingAttempt: Sendable {
  /// The socket of the current connection attempt.
  private let state = Mutex<(socket: TCPConnection.Socket?, isOver: Bool)>((nil, false))

  /// Connects and returns the socket. Must be called at most once.
  func socket(host: String, port: Int, before deadline: Deadline) async throws -> TCPConnection.Socket {
    // A sequence with a single value: the connected socket.
    let connected = Inlet<TCPConnection.Socket>(
      "\(host):\(port) to accept the connection", limit: deadline.remaining
    ) { $0 }
    // A name lookup blocks, so it must not run in Swift's small pool of threads.
    DispatchQueue(label: "TCPConnection.connecting").async { [self] in
      do { connected.put(try connect(to: host, port, before: deadline)) } catch { connected.end(throwing: error) }
    }
    do {
      return try await connected.one(before: deadline)
    } catch {
      let socket = state.withLock { state in
        state.isOver = true
        return state.socket
      }
      // Shutting down the socket wakes the thread that waits in `waitUntilConnected`.
      if let socket { shutdown(socket.number, CInt(SHUT_RDWR)) }
      throw error
    }
  }

  private func connect(to host: String, _ port: Int, before deadline: Deadline) throws -> TCPConnection.Socket {
    var failure: any Error = WebClientError.unreachable("\(host) has no address")
    let addresses: [SocketAddress]
    do throws(SocketAddress.LookUpFailure) {
      addresses = try SocketAddress.lookUp(host: host, port: port)
    } catch {
      throw WebClientError.unreachable("\(host): \(error.reason)")
    }
    for (index, address) in addresses.enumerated() {
      do {
        let socket = TCPConnection.Socket(number: SystemSocket.make(family: address.family))
        try socket.startConnecting(to: address)
        let isOver = state.withLock { state in
          state.socket = socket
          return state.isOver
        }
        guard !isOver else { throw CancellationError() }
        // Divide the remaining time, so that an unresponsive address leaves time for the other addresses.
        try socket.waitUntilConnected(before: Deadline(after: deadline.remaining / (addresses.count - index)))
        return socket
      } catch WebClientError.unreachable(let reason) {
        failure = WebClientError.unreachable("\(host):\(port): \(reason)")
      }
    }
    throw failure
  }
}

extension TCPConnection.Socket {
  /// Starts connecting. Throws ``WebClientError/unreachable(_:)`` if no descriptor was available for the socket or the
  /// connection fails immediately.
  fileprivate func startConnecting(to address: SocketAddress) throws {
    guard number >= 0, address.withPointer({ connect(number, $0, $1) }) == 0 || errno == EINPROGRESS else {
      throw WebClientError.unreachable(String(cString: strerror(errno)))
    }
  }

  /// Waits until the socket is connected. Blocks the calling thread.
  fileprivate func waitUntilConnected(before deadline: Deadline) throws {
    var event = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    let code = poll(&event, 1, deadline.milliseconds) > 0 ? SystemSocket.connectError(of: number) : ETIMEDOUT
    guard code == 0 else { throw WebClientError.unreachable(String(cString: strerror(code))) }
    SystemSocket.sendAtOnce(number)
    SystemSocket.keepAlive(number)
  }
}
