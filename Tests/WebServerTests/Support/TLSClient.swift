import SnippetBridgeCOpenSSL
import TestSupport

/// The TLS layer of a ``RawSocket``. Its functions block. It trusts any certificate.
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

  /// Sends bytes. Returns their number, or 0 or less on failure.
  func send(_ bytes: UnsafeRawBufferPointer) -> Int {
    ERR_clear_error()
    return Int(SSL_write(ssl, bytes.baseAddress, CInt(clamping: bytes.count)))
  }

  /// Receives bytes. Returns their number, 0 at the end with or without close_notify, or -1 on failure.
  func receive(into bytes: UnsafeMutableRawBufferPointer) -> Int {
    ERR_clear_error()
    let count = SSL_read(ssl, bytes.baseAddress, CInt(clamping: bytes.count))
    if count > 0 { return Int(count) }
    hasBeenToldOfEnd = SSL_get_shutdown(ssl) & SSL_RECEIVED_SHUTDOWN != 0
    return hasBeenToldOfEnd || sb_tls_error_is_unexpected_end() != 0 ? 0 : -1
  }

  /// Returns the TLS record for `bytes` without sending it. The caller must send it once and in order.
  func sealed(_ bytes: [UInt8]) throws -> [UInt8] {
    // Write to a memory BIO. `SSL_set0_wbio` replaces the write BIO, and the next call frees this one.
    guard let memory = BIO_new(BIO_s_mem()), let before = SSL_get_wbio(ssl) else {
      throw TestError("OpenSSL has no memory")
    }
    BIO_up_ref(before)
    SSL_set0_wbio(ssl, memory)
    defer { SSL_set0_wbio(ssl, before) }
    guard SSL_write(ssl, bytes, CInt(bytes.count)) == CInt(bytes.count) else { throw TestError("nothing was sealed") }
    let count = BIO_ctrl_pending(memory)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
      taken = max(0, Int(BIO_read(memory, buffer.baseAddress, CInt(count))))
    }
  }

  /// Whether the server has sent close_notify.
  private(set) var hasBeenToldOfEnd = false

  func sayEnd() { SSL_shutdown(ssl) }
}
