import COpenSSL
import DSBridgeText

/// One side of a TLS connection, over a descriptor that does not block or in memory. Belongs to its connection's loop.
package final class TLSSession {
  private let ssl: OpaquePointer
  /// OpenSSL has said that the session is broken: "SSL_shutdown() must not be called if a previous fatal error has
  /// occurred".
  private var isBroken = false
  /// OpenSSL's reason for the last `.failed`.
  package private(set) var failureReason: String?

  package init(owning ssl: OpaquePointer) { self.ssl = ssl }

  deinit { SSL_free(ssl) }

  /// Whether bytes are here that the descriptor will not tell of again.
  package var hasUnreadBytes: Bool { SSL_has_pending(ssl) == 1 }

  /// The subject of the peer's certificate, which was verified in the handshake, as RFC 2253 writes it:
  /// `CN=till 3,O=Shop`. Nil when it has shown none.
  package var peerSubject: String? {
    // "must not be freed": it belongs to the session.
    guard let certificate = SSL_get0_peer_certificate(ssl) else { return nil }
    return MemoryBIO.bytes { sb_print_subject($0, certificate) >= 0 }.map { String(peer: $0) }
  }

  /// Why the other side's certificate is not trusted; nil when it is, or was not looked at.
  package var distrust: String? {
    let result = SSL_get_verify_result(ssl)
    guard result != Int(X509_V_OK), SSL_get_verify_mode(ssl) != SSL_VERIFY_NONE else { return nil }
    return String(cString: X509_verify_cert_error_string(result))
  }

  /// `.count(0)` when the handshake is done.
  package func shakeHands() -> TransportResult {
    ERR_clear_error()
    let result = SSL_do_handshake(ssl)
    return result == 1 ? .count(0) : failure(result)
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> TransportResult {
    ERR_clear_error()
    var count = 0
    let result = SSL_read_ex(ssl, buffer.baseAddress, buffer.count, &count)
    return result == 1 ? .count(count) : failure(result)
  }

  /// Takes as much as there is room for. What was not taken may come from elsewhere next time
  /// (`SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER`), but its first bytes must be the same.
  package func write(_ bytes: UnsafeRawBufferPointer) -> TransportResult {
    var written = 0
    // With partial writes a call takes one record.
    while written < bytes.count {
      ERR_clear_error()
      var count = 0
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let result = SSL_write_ex(ssl, rest.baseAddress, rest.count, &count)
      guard result == 1 else { return written > 0 && !isFatal(result) ? .count(written) : failure(result) }
      written += count
    }
    return .count(written)
  }

  /// Says that no more comes (close_notify), if the socket has room for it.
  package func shutDown() {
    guard !isBroken, SSL_is_init_finished(ssl) == 1 else { return }
    ERR_clear_error()
    SSL_shutdown(ssl)
    ERR_clear_error()
  }

  // MARK: In memory

  /// The handshake is done.
  package var isOpen: Bool { SSL_is_init_finished(ssl) == 1 }

  /// The peer has said that no more comes.
  package var isOver: Bool { SSL_get_shutdown(ssl) & SSL_RECEIVED_SHUTDOWN != 0 }

  /// Takes what the network has brought.
  package func receive(_ bytes: [UInt8]) {
    if !bytes.isEmpty { BIO_write(SSL_get_rbio(ssl), bytes, CInt(clamping: bytes.count)) }
  }

  /// What is to go to the network now.
  package func takeOutgoing() -> [UInt8] {
    let outgoing = SSL_get_wbio(ssl)
    let count = BIO_ctrl_pending(outgoing)
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
      taken = max(0, Int(BIO_read(outgoing, buffer.baseAddress, CInt(clamping: count))))
    }
  }

  private func isFatal(_ result: CInt) -> Bool {
    let error = SSL_get_error(ssl, result)
    return error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE
  }

  private func failure(_ result: CInt) -> TransportResult {
    switch SSL_get_error(ssl, result) {
    case SSL_ERROR_WANT_READ: return .blocked(.read)
    case SSL_ERROR_WANT_WRITE: return .blocked(.write)
    // Also without a close_notify (`SSL_OP_IGNORE_UNEXPECTED_EOF`): HTTP and WebSocket say by themselves what is whole.
    case SSL_ERROR_ZERO_RETURN: return .ended
    default:
      isBroken = true
      failureReason = ERR_reason_error_string(ERR_peek_last_error()).map { String(cString: $0) }
      ERR_clear_error()
      return .failed
    }
  }
}
