import COpenSSL

/// The client's side of one TLS connection, in memory: sockets are somebody else's. What fails throws
/// ``WebClientError/handshake(_:)``.
final class TLSSession {
  private let ssl: OpaquePointer
  /// What came from the network, and what is to go there; OpenSSL frees both with `ssl`.
  private let (incoming, outgoing): (OpaquePointer, OpaquePointer)
  /// The handshake is done.
  var isOpen: Bool { SSL_is_init_finished(ssl) == 1 }
  /// The server has said that no more comes.
  var isOver: Bool { SSL_get_shutdown(ssl) & SSL_RECEIVED_SHUTDOWN != 0 }

  init(host: String, _ options: TLSOptions) throws {
    let context = try TLSContext(options)
    guard let ssl = context.withPointer({ SSL_new($0) }) else { throw TLSContext.failure("OpenSSL has no memory") }
    // A numeric address is not asked for by name (RFC 6066, section 3). Without either the certificate could be
    // anybody's.
    guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()),
      X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1
        || SSL_set1_host(ssl, host) == 1 && sb_ssl_set_server_name(ssl, host) == 1
    else {
      SSL_free(ssl)
      throw TLSContext.failure("\(host) is no name for a certificate")
    }
    SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
    SSL_set_bio(ssl, incoming, outgoing)
    SSL_set_connect_state(ssl)
    (self.ssl, self.incoming, self.outgoing) = (ssl, incoming, outgoing)
  }

  deinit { SSL_free(ssl) }

  /// Takes what the network has brought, and gives what it says. Empty `bytes` begin the handshake.
  func open(_ bytes: [UInt8]) throws -> [UInt8] {
    ERR_clear_error()
    if !bytes.isEmpty { BIO_write(incoming, bytes, CInt(clamping: bytes.count)) }
    if !isOpen {
      let result = SSL_do_handshake(ssl)
      guard result == 1 else {
        try check(result)
        return []
      }
    }
    var plain: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = SSL_read(ssl, &buffer, CInt(buffer.count))
      guard count > 0 else {
        try check(count)
        return plain
      }
      plain += buffer.prefix(Int(count))
    }
  }

  /// Encrypts what is to be sent; ``takeOutgoing()`` has it then.
  func seal(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    ERR_clear_error()
    var rest = bytes[...]
    // A record at a time.
    while !rest.isEmpty {
      var count = 0
      guard rest.withUnsafeBytes({ SSL_write_ex(ssl, $0.baseAddress, $0.count, &count) }) == 1, count > 0 else {
        throw TLSContext.failure("nothing can be sent")
      }
      rest = rest.dropFirst(count)
    }
  }

  /// What is to go to the network now.
  func takeOutgoing() -> [UInt8] {
    let count = BIO_ctrl_pending(outgoing)
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
      taken = max(0, Int(BIO_read(outgoing, buffer.baseAddress, CInt(clamping: count))))
    }
  }

  /// That there is no more to be had for now is no failure.
  private func check(_ result: CInt) throws {
    switch SSL_get_error(ssl, result) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_ZERO_RETURN: return
    default: break
    }
    let verdict = SSL_get_verify_result(ssl)
    guard verdict == X509_V_OK || SSL_get_verify_mode(ssl) == SSL_VERIFY_NONE else {
      ERR_clear_error()
      throw WebClientError.handshake(
        "the server's certificate is not trusted: \(String(cString: X509_verify_cert_error_string(verdict)))")
    }
    throw TLSContext.failure("TLS")
  }
}
