import COpenSSL

/// What OpenSSL needs to know before a connection of a client.
final class TLSContext {
  private let context: OpaquePointer

  /// Throws ``WebClientError/handshake(_:)`` when a file cannot be used.
  init(_ options: TLSOptions) throws {
    guard let context = SSL_CTX_new(TLS_client_method()) else { throw TLSContext.failure("OpenSSL has no memory") }
    self.context = context
    sb_tls_set_up_client(context)
    SSL_CTX_set_verify(context, options.trust == .anyone ? SSL_VERIFY_NONE : SSL_VERIFY_PEER, nil)
    // Otherwise OpenSSL asks for a passphrase on the terminal, and waits.
    SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in -1 }
    switch options.trust {
    case .anyone: break
    case .system: SSL_CTX_set_default_verify_paths(context)
    case .certificates(let file):
      // A development certificate has no authority above it.
      X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(context), UInt(X509_V_FLAG_PARTIAL_CHAIN))
      guard SSL_CTX_load_verify_file(context, file) == 1 else { throw TLSContext.failure("certificates \(file)") }
    }
    guard let certificate = options.certificate else { return }
    guard SSL_CTX_use_certificate_chain_file(context, certificate.file) == 1 else {
      throw TLSContext.failure("certificate \(certificate.file)")
    }
    guard SSL_CTX_use_PrivateKey_file(context, certificate.keyFile, SSL_FILETYPE_PEM) == 1 else {
      throw TLSContext.failure("key \(certificate.keyFile)")
    }
  }

  deinit { SSL_CTX_free(context) }

  /// Lends the context; what is made from it keeps what it needs.
  func withPointer<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(context) }

  /// With what OpenSSL has noted on this thread.
  static func failure(_ what: String) -> WebClientError {
    let reason = ERR_reason_error_string(ERR_peek_last_error()).map { String(cString: $0) }
    ERR_clear_error()
    return .handshake([what, reason].compactMap { $0 }.joined(separator: ": "))
  }
}
