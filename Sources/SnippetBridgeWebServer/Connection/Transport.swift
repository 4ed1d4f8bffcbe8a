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

/// Functions for a non-blocking socket.
enum PlainSocket {
  static func read(_ descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer) -> TransportResult {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .count(count) }
      if count == 0 { return .ended }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .blocked(.read)
      default: return .failed
      }
    }
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> TransportResult {
    while true {
      let count = SystemSocket.send(bytes, to: descriptor)
      if count >= 0 { return .count(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .blocked(.write)
      default: return .failed
      }
    }
  }

  /// Returns the result that reading one byte would have, without reading the byte. `.blocked(.read)` means that the
  /// connection is open and no byte is unread.
  static func state(of descriptor: CInt) -> TransportResult {
    var byte: UInt8 = 0
    let count = recv(descriptor, &byte, 1, CInt(MSG_PEEK))
    return count > 0 ? .count(count) : count == 0 ? .ended : errno == EAGAIN ? .blocked(.read) : .failed
  }

  /// Returns the unread byte at `index` without consuming it, or `nil` if it has not arrived.
  static func peek(_ descriptor: CInt, at index: Int = 0) -> UInt8? {
    var bytes = [UInt8](repeating: 0, count: index + 1)
    return recv(descriptor, &bytes, bytes.count, CInt(MSG_PEEK)) == bytes.count ? bytes[index] : nil
  }
}
