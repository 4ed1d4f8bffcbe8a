import Glibc
import SnippetBridgeCOpenSSL
import SnippetBridgePlatform

/// The settings that all TLS connections from a client to one server share: the trusted authorities, the server's
/// expected name, and the client's certificate.
///
/// `@unchecked Sendable` is safe because the context is not modified after `init`. OpenSSL counts references to an
/// `SSL_CTX` and does its own locking ("an SSL_CTX object can be shared by multiple threads", openssl-threads(7)).
package final class TLSClientContext: @unchecked Sendable {
  /// An error that occurred while a context or session was created.
  package struct Failure: Error {
    package let reason: String

    /// Creates an error with the first reason that OpenSSL has queued on this thread.
    init(_ what: String) { reason = OpenSSLErrors.adding(to: what) }
  }

  private let context: OpaquePointer
  private let host: String

  /// Creates a context.
  /// - Parameter host: The name or numeric address that the server's certificate must contain.
  package init(host: String, _ options: TLSOptions) throws(Failure) {
    guard let context = SSL_CTX_new(TLS_client_method()) else { throw Failure("OpenSSL cannot allocate memory") }
    self.context = context
    self.host = host
    sb_tls_set_up_client(context)
    SSL_CTX_set_verify(context, options.trust == .anyone ? SSL_VERIFY_NONE : SSL_VERIFY_PEER, nil)
    // Without this callback, OpenSSL prompts for a passphrase on the terminal and waits.
    SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in -1 }
    switch options.trust {
    case .anyone: break
    case .system: SSL_CTX_set_default_verify_paths(context)
    case .authorities(let file), .certificates(let file):
      do { try FileError.check(file) } catch {
        ERR_clear_error()
        throw Failure("cannot load the certificates \(file): \(error)")
      }
      guard SSL_CTX_load_verify_file(context, file) == 1 else { throw Failure("cannot load the certificates \(file)") }
    }
    if case .certificates = options.trust {
      // The file may contain a development certificate that is not signed by an authority. Without this flag, OpenSSL
      // would reject such a certificate.
      X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(context), UInt(X509_V_FLAG_PARTIAL_CHAIN))
    }
    ERR_clear_error()
    guard let certificate = options.certificate else { return }
    guard SSL_CTX_use_certificate_chain_file(context, certificate.file) == 1 else {
      throw Failure("cannot load the certificate \(certificate.file)")
    }
    guard SSL_CTX_use_PrivateKey_file(context, certificate.keyFile, SSL_FILETYPE_PEM) == 1 else {
      throw Failure("cannot load the key \(certificate.keyFile)")
    }
  }

  deinit { SSL_CTX_free(context) }

  /// Creates the TLS state for one connection. The session retains the context.
  /// - Parameter descriptor: The socket, or nil for input and output in memory. In memory, the caller reads and writes
  ///   the socket.
  package func makeSession(on descriptor: CInt?) throws(Failure) -> TLSSession {
    guard let ssl = SSL_new(context) else { throw Failure("OpenSSL cannot allocate memory") }
    let session = TLSSession(owning: ssl)
    SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
    // The name or the address must be set for verification; otherwise OpenSSL would accept the certificate of any
    // server. A name is also sent to the server (SNI), which is not allowed for a numeric address (RFC 6066, section
    // 3).
    guard descriptor.map({ SSL_set_fd(ssl, $0) == 1 }) ?? Self.connectInMemory(ssl),
      X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1
        || SSL_set1_host(ssl, host) == 1 && sb_ssl_set_server_name(ssl, host) == 1
    else { throw Failure("\(host) is not a valid host name for a certificate") }
    ERR_clear_error()
    SSL_set_connect_state(ssl)
    return session
  }

  private static func connectInMemory(_ ssl: OpaquePointer) -> Bool {
    guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()) else { return false }
    // From here on, the session owns both BIOs.
    SSL_set_bio(ssl, incoming, outgoing)
    return true
  }
}
