// `@preconcurrency` is needed because Dispatch does not declare its sources as `Sendable`. They may nevertheless be
// cancelled from any thread (dispatch_source_create(3)).
@preconcurrency import Dispatch
package import Foundation
import SnippetBridgePlatform

/// One end of the socket pair that connects `snippet-bridge dev` to a program. Each packet contains one message as
/// JSON. Deinitialization closes the descriptor.
package final class DevelopmentSocket: Sendable {
  package let descriptor: CInt

  /// The maximum size of a message. It is below the default size of a Unix socket's buffer.
  private static let largestMessage = 160 << 10

  package init(_ descriptor: CInt) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Creates a connected pair. Packets are sent whole or not at all (`SOCK_SEQPACKET`, unix(7)). Returns `nil` if the
  /// process has no free descriptors.
  package static func makePair() -> (DevelopmentSocket, DevelopmentSocket)? {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
    return (DevelopmentSocket(ends[0]), DevelopmentSocket(ends[1]))
  }

  /// Returns whether the descriptor is a `SOCK_SEQPACKET` socket, such as an end of such a pair.
  package static func isEnd(_ descriptor: CInt) -> Bool {
    var (type, length) = (CInt(0), socklen_t(MemoryLayout<CInt>.size))
    return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0 && type == CInt(SOCK_SEQPACKET.rawValue)
  }

  /// Sends a message. Never blocks: a message is dropped if the peer does not read, or if the message is too large.
  package func send(_ message: some Encodable) {
    guard let data = try? JSONEncoder().encode(message), data.count <= Self.largestMessage else { return }
    _ = data.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
    }
  }

  /// Waits for a message. Returns `nil` if the peer has ended or does not send within `seconds`.
  package func receive(within seconds: Int) -> Data? {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, CInt(seconds) * 1000) == 1 else { return nil }
    return read()
  }

  /// Calls `handler` for each message that arrives, on a serial queue that all sockets share. Passes `nil` when the
  /// peer has ended.
  package func receive(_ handler: @escaping @Sendable (Data?) -> Void) {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: Self.queue)
    // The source keeps the socket, and so the descriptor, until the peer has ended.
    source.setEventHandler { [self] in
      let message = read()
      if message == nil { source.cancel() }
      handler(message)
    }
    source.activate()
  }

  private static let queue = DispatchQueue(label: "snippets.development")

  private func read() -> Data? {
    withUnsafeTemporaryAllocation(byteCount: Self.largestMessage, alignment: 1) { buffer in
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      return count > 0 ? Data(buffer.prefix(count)) : nil
    }
  }
}
