import COpenSSL

/// TLS for a ``RawSocket``: blocking, and trusting anybody.
final class TLSClient {
  private let context: OpaquePointer
  private let ssl: OpaquePointer

  init(on descriptor: CInt) throws {
    guard let context = SSL_CTX_new(TLS_client_method()), let ssl = SSL_new(context) else {
      throw TestError("OpenSSL has no memory")
    }
    self.context = context
    self.ssl = ssl
    SSL_set_fd(ssl, descriptor)
    ERR_clear_error()
    guard SSL_connect(ssl) == 1 else { throw TestError("no TLS handshake") }
  }

  deinit {
    SSL_free(ssl)
    SSL_CTX_free(context)
  }

  /// The number of bytes; 0 or less on a failure.
  func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    ERR_clear_error()
    return Int(SSL_write(ssl, bytes.baseAddress, CInt(clamping: bytes.count)))
  }

  /// 0 at the end, be it said by close_notify or not; -1 on a failure.
  func receive(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    ERR_clear_error()
    let count = SSL_read(ssl, bytes.baseAddress, CInt(clamping: bytes.count))
    if count > 0 { return Int(count) }
    hasBeenToldOfEnd = SSL_get_shutdown(ssl) & SSL_RECEIVED_SHUTDOWN != 0
    return hasBeenToldOfEnd || sb_tls_error_is_unexpected_end() != 0 ? 0 : -1
  }

  /// The server has said close_notify.
  private(set) var hasBeenToldOfEnd = false

  func sayEnd() { SSL_shutdown(ssl) }
}
