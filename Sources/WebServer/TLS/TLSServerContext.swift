import COpenSSL

/// What all TLS connections of a listener share: certificate, key, versions, and whose certificates clients need.
///
/// Sound though unchecked: it is complete when `init` returns, and OpenSSL counts references to an `SSL_CTX` and locks
/// its session cache itself ("an SSL_CTX object can be shared by multiple threads", openssl-threads(7)).
final class TLSServerContext: @unchecked Sendable {
  private let context: OpaquePointer

  /// Throws a ``WebServerError`` that names the file.
  init(_ configuration: TLSConfiguration) throws(WebServerError) {
    guard let context = SSL_CTX_new(TLS_server_method()) else {
      throw WebServerError(.eventLoop, "OpenSSL could not make a TLS context.")
    }
    self.context = context
    sb_tls_set_up_server(context)
    SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in -1 }
    SSL_CTX_set_alpn_select_cb(
      context, { _, chosen, length, offered, count, _ in sb_tls_choose_http11(chosen, length, offered, count) }, nil)
    defer { ERR_clear_error() }
    guard SSL_CTX_use_certificate_chain_file(context, configuration.certificateFile) == 1 else {
      throw WebServerError(
        .certificateUnreadable, "OpenSSL refused the certificate \(configuration.certificateFile).")
    }
    guard SSL_CTX_use_PrivateKey_file(context, configuration.keyFile, SSL_FILETYPE_PEM) == 1 else {
      throw WebServerError(.certificateUnreadable, "OpenSSL refused the key \(configuration.keyFile).")
    }
    guard let authority = configuration.clientAuthorityFile else { return }
    guard SSL_CTX_load_verify_file(context, authority) == 1,
      let names = SSL_load_client_CA_file(authority)
    else {
      throw WebServerError(.certificateUnreadable, "OpenSSL refused the client authority \(authority).")
    }
    // "SSL_CTX_set_client_CA_list(): the list becomes the context's": clients choose their certificate by it.
    SSL_CTX_set_client_CA_list(context, names)
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
    // A resumed session shows no certificate again, and would live on when the first one's time is over.
    sb_tls_resume_nothing(context)
  }

  deinit { SSL_CTX_free(context) }

  /// A connection's own state; nil without memory. Keeps what it needs of the context.
  func makeSession(on descriptor: CInt) -> TLSSession? {
    guard let ssl = SSL_new(context) else { return nil }
    guard SSL_set_fd(ssl, descriptor) == 1 else {
      SSL_free(ssl)
      return nil
    }
    SSL_set_accept_state(ssl)
    return TLSSession(owning: ssl)
  }
}
