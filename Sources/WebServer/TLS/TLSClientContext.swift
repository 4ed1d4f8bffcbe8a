import COpenSSL
import Platform

/// What all TLS connections to one upstream server share: which authorities are trusted, and which name it must have.
///
/// Sound though unchecked: it is complete when `init` returns, and OpenSSL counts references to an `SSL_CTX` and locks
/// it itself ("an SSL_CTX object can be shared by multiple threads", openssl-threads(7)).
final class TLSClientContext: @unchecked Sendable {
  private let context: OpaquePointer
  private let host: String
  private let isNumeric: Bool

  /// Trusts the system's authorities, or those in `authorityFile` alone. Throws a ``WebServerError`` that names it.
  init(host: String, authorityFile: String?) throws(WebServerError) {
    guard let context = SSL_CTX_new(TLS_client_method()) else {
      throw WebServerError(.eventLoop, "OpenSSL could not make a TLS context.")
    }
    self.context = context
    self.host = host
    isNumeric = AddressBlock(numericHost: host) != nil
    sb_tls_set_up_client(context)
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    defer { ERR_clear_error() }
    if let authorityFile {
      guard SSL_CTX_load_verify_file(context, authorityFile) == 1 else {
        throw WebServerError(
          .certificateUnreadable, "The authority file \(authorityFile) cannot be read, or holds no certificate in PEM.")
      }
    } else {
      SSL_CTX_set_default_verify_paths(context)
    }
  }

  deinit { SSL_CTX_free(context) }

  /// A connection's own state; nil without memory. Keeps what it needs of the context.
  func makeSession(on descriptor: CInt) -> TLSSession? {
    guard let ssl = SSL_new(context) else { return nil }
    guard SSL_set_fd(ssl, descriptor) == 1, expectName(ssl) else {
      SSL_free(ssl)
      return nil
    }
    SSL_set_connect_state(ssl)
    return TLSSession(owning: ssl)
  }

  private func expectName(_ ssl: OpaquePointer) -> Bool {
    // RFC 6066, section 3: a numeric address is no server name.
    if isNumeric { return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1 }
    SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
    return SSL_set1_host(ssl, host) == 1 && sb_ssl_set_server_name(ssl, host) == 1
  }
}
