import SnippetBridgeCOpenSSL

/// The settings that all TLS connections of a listener share: the certificate, the key, the TLS versions, and the
/// authorities for client certificates.
///
/// `@unchecked` is safe, because nothing changes the context after `init`. OpenSSL itself synchronizes the reference
/// count and the session cache of an `SSL_CTX` ("an SSL_CTX object can be shared by multiple threads",
/// openssl-threads(7)).
final class TLSServerContext: @unchecked Sendable {
  private let context: OpaquePointer

  /// Creates a context. Throws a ``WebServerError`` that names the file and contains the reason.
  init(_ configuration: TLSConfiguration) throws(WebServerError) {
    guard let context = SSL_CTX_new(TLS_server_method()) else {
      throw WebServerError(.eventLoop, "OpenSSL cannot create a TLS context.")
    }
    self.context = context
    sb_tls_set_up_server(context)
    SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in -1 }
    SSL_CTX_set_alpn_select_cb(
      context, { _, chosen, length, offered, count, _ in sb_tls_choose_http11(chosen, length, offered, count) }, nil)
    // An older error in the queue would be reported as the reason.
    ERR_clear_error()
    defer { ERR_clear_error() }
    guard SSL_CTX_use_certificate_chain_file(context, configuration.certificateFile) == 1 else {
      throw Self.rejected("certificate", configuration.certificateFile)
    }
    guard SSL_CTX_use_PrivateKey_file(context, configuration.keyFile, SSL_FILETYPE_PEM) == 1 else {
      throw Self.rejected("key", configuration.keyFile)
    }
    guard let authority = configuration.clientAuthorityFile else { return }
    guard SSL_CTX_load_verify_file(context, authority) == 1,
      let names = SSL_load_client_CA_file(authority)
    else {
      throw Self.rejected("client authority", authority)
    }
    // The server sends the names in this list to clients, which use them to choose a certificate. The context takes
    // ownership of the list.
    SSL_CTX_set_client_CA_list(context, names)
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
    // Sessions are never resumed, because a client that resumes a session does not present its certificate again.
    // Otherwise, a client could reconnect even after its certificate has expired.
    sb_tls_resume_nothing(context)
  }

  deinit { SSL_CTX_free(context) }

  private static func rejected(_ what: String, _ file: String) -> WebServerError {
    WebServerError(.certificateUnreadable, OpenSSLErrors.adding(to: "OpenSSL rejected the \(what) \(file)") + ".")
  }

  /// Creates the TLS state for one connection, or returns `nil` if there is not enough memory. The session retains the
  /// context.
  func makeSession(on descriptor: CInt) -> TLSSession? {
    guard let ssl = SSL_new(context) else { return nil }
    let session = TLSSession(owning: ssl)
    guard SSL_set_fd(ssl, descriptor) == 1 else { return nil }
    SSL_set_accept_state(ssl)
    return session
  }
}
