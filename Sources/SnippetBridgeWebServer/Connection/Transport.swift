import SnippetBridgePlatform

/// The byte stream of a connection, plain or over TLS. Used only on its connection's loop.
enum Transport {
  case plain(CInt)
  case tls(TLSSession)

  func read(into buffer: UnsafeMutableRawBufferPointer) -> TransportResult {
    switch self {
    case .plain(let descriptor): PlainSocket.read(descriptor, into: buffer)
    case .tls(let session): session.read(into: buffer)
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> TransportResult {
    switch self {
    case .plain(let descriptor): PlainSocket.write(bytes, to: descriptor)
    case .tls(let session): session.write(bytes)
    }
  }

  var session: TLSSession? { if case .tls(let session) = self { session } else { nil } }

  /// Whether OpenSSL holds bytes that it has already read from the descriptor. The loop reports no event for such
  /// bytes.
  var hasUnreadBytes: Bool { session?.hasUnreadBytes ?? false }
}

/// Functions for a non-blocking socket. They are not interrupted by signals (EINTR), because they never wait.
enum PlainSocket {
  static func read(
    _ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer, flags: CInt = 0
  ) -> TransportResult {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, flags)
    return count > 0 ? .count(count) : count == 0 ? .ended : errno == EAGAIN ? .blocked(.read) : .failed
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> TransportResult {
    let count = SystemSocket.send(bytes, to: descriptor)
    return count >= 0 ? .count(count) : errno == EAGAIN ? .blocked(.write) : .failed
  }

  /// Returns the result that reading one byte would have, without reading the byte. `.blocked(.read)` means that the
  /// connection is open and no byte is unread.
  static func state(of descriptor: CInt) -> TransportResult {
    var byte: UInt8 = 0
    return withUnsafeMutableBytes(of: &byte) { read(descriptor, into: $0, flags: CInt(MSG_PEEK)) }
  }

  /// Returns the unread byte at `index` without consuming it, or `nil` if it has not arrived.
  static func peek(_ descriptor: CInt, at index: Int = 0) -> UInt8? {
    var bytes = [UInt8](repeating: 0, count: index + 1)
    return recv(descriptor, &bytes, bytes.count, CInt(MSG_PEEK)) == bytes.count ? bytes[index] : nil
  }
}
