import DSBridgeText
import SnippetBridgeCOpenSSL

/// The TLS state of one end of a connection, over a non-blocking descriptor or in memory. Not Sendable: use a session
/// only on its connection's event loop, or under a lock.
package final class TLSSession {
  private let ssl: OpaquePointer
  /// Whether OpenSSL has reported a fatal error. According to OpenSSL's manual, "SSL_shutdown() must not be called if a
  /// previous fatal error has occurred".
  private var isBroken = false
  /// The reason that OpenSSL gave for the last `.failed` result.
  package private(set) var failureReason: String?

  package init(owning ssl: OpaquePointer) { self.ssl = ssl }

  deinit { SSL_free(ssl) }

  /// Whether OpenSSL holds buffered bytes. The descriptor does not become readable for these bytes again.
  package var hasUnreadBytes: Bool { SSL_has_pending(ssl) == 1 }

  /// The subject of the peer's verified certificate in RFC 2253 format, such as `CN=till 3,O=Shop`; nil if the peer has
  /// not presented a certificate.
  package var peerSubject: String? {
    // The session owns the certificate. According to OpenSSL's manual, it "must not be freed".
    guard let certificate = SSL_get0_peer_certificate(ssl) else { return nil }
    return MemoryBIO.bytes { sb_print_subject($0, certificate) >= 0 }.map { String(peer: $0) }
  }

  /// The reason why the peer's certificate is not trusted; nil if it is trusted or has not been verified.
  package var distrust: String? {
    let result = SSL_get_verify_result(ssl)
    guard result != Int(X509_V_OK), SSL_get_verify_mode(ssl) != SSL_VERIFY_NONE else { return nil }
    return String(cString: X509_verify_cert_error_string(result))
  }

  /// Continues the handshake. Returns `.count(0)` when it is complete.
  package func shakeHands() -> TransportResult { attempt { _ in SSL_do_handshake(ssl) } }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> TransportResult {
    attempt { SSL_read_ex(ssl, buffer.baseAddress, buffer.count, &$0) }
  }

  /// Writes as many bytes as possible without blocking. The next call must begin with the same unwritten bytes, but may
  /// pass them at a different address (`SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER`).
  package func write(_ bytes: UnsafeRawBufferPointer) -> TransportResult {
    var written = 0
    // In partial-write mode, each call to SSL_write sends only one TLS record, so several calls may be needed.
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      switch attempt({ SSL_write_ex(ssl, rest.baseAddress, rest.count, &$0) }) {
      case .count(let count): written += count
      case .blocked where written > 0: return .count(written)
      case let failure: return failure
      }
    }
    return .count(written)
  }

  /// Sends close_notify, if the socket can accept it without blocking.
  package func shutDown() {
    guard !isBroken, isOpen else { return }
    ERR_clear_error()
    SSL_shutdown(ssl)
    ERR_clear_error()
  }

  // MARK: In-memory sessions

  /// Whether the handshake is complete.
  package var isOpen: Bool { SSL_is_init_finished(ssl) == 1 }

  /// Whether the peer has sent close_notify.
  package var isOver: Bool { SSL_get_shutdown(ssl) & SSL_RECEIVED_SHUTDOWN != 0 }

  /// Passes bytes received from the peer to OpenSSL.
  package func receive(_ bytes: [UInt8]) {
    if !bytes.isEmpty { BIO_write(SSL_get_rbio(ssl), bytes, CInt(clamping: bytes.count)) }
  }

  /// Removes and returns the bytes to send to the peer.
  package func takeOutgoing() -> [UInt8] {
    let outgoing = SSL_get_wbio(ssl)
    let count = BIO_ctrl_pending(outgoing)
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
      taken = max(0, Int(BIO_read(outgoing, buffer.baseAddress, CInt(clamping: count))))
    }
  }

  /// Calls a function of OpenSSL that stores the number of bytes in its argument and returns 1 if it succeeds.
  private func attempt(_ call: (inout Int) -> CInt) -> TransportResult {
    ERR_clear_error()
    var count = 0
    let result = call(&count)
    guard result != 1 else { return .count(count) }
    switch SSL_get_error(ssl, result) {
    case SSL_ERROR_WANT_READ: return .blocked(.read)
    case SSL_ERROR_WANT_WRITE: return .blocked(.write)
    // On a server, OpenSSL also reports a connection that ended without close_notify in this way
    // (`SSL_OP_IGNORE_UNEXPECTED_EOF`). HTTP and WebSocket detect truncated messages on their own.
    case SSL_ERROR_ZERO_RETURN: return .ended
    default:
      isBroken = true
      failureReason = ERR_reason_error_string(ERR_peek_last_error()).map { String(cString: $0) }
      ERR_clear_error()
      return .failed
    }
  }
}
