import Foundation
import SnippetBridgePlatform

/// A server that listens like gpsd, and sends the text that a test provides.
final class HandMadeGPSD: Sendable {
  let port: Int
  /// The accepted connections.
  let peers: AsyncStream<Peer>
  private let listener: CInt

  init(port: Int = 0) throws {
    listener = socket(AF_INET, SystemSocket.stream, 0)
    // A child process that inherited the listener would keep the port in use.
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    var yes: CInt = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    self.port = Int(UInt16(bigEndian: address.sin_port))
    let (peers, sink) = AsyncStream<Peer>.makeStream()
    self.peers = peers
    Thread.detachNewThread {
      while case let descriptor = accept(listener, nil, nil), descriptor >= 0 { sink.yield(Peer(descriptor)) }
      close(listener)
    }
  }

  /// Stops accepting connections.
  func stop() { shutdown(listener, CInt(SHUT_RDWR)) }

  /// A connection to the handmade gpsd.
  final class Peer: Sendable {
    private let descriptor: CInt

    init(_ descriptor: CInt) { self.descriptor = descriptor }
    deinit { close(descriptor) }

    func send(_ text: String) {
      var bytes = Array(text.utf8)[...]
      while !bytes.isEmpty {
        let sent = bytes.withUnsafeBytes { SystemSocket.send($0, to: descriptor) }
        guard sent > 0 else { return }
        bytes = bytes.dropFirst(sent)
      }
    }

    func hangUp() { shutdown(descriptor, CInt(SHUT_RDWR)) }

    /// Returns the next text from the client, or an empty string if the client has disconnected.
    func receive() async -> String {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { [descriptor] in
          var buffer = [UInt8](repeating: 0, count: 1024)
          let count = recv(descriptor, &buffer, buffer.count, 0)
          continuation.resume(returning: String(decoding: buffer.prefix(max(0, count)), as: UTF8.self))
        }
      }
    }
  }
}
