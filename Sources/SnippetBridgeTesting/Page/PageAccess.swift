/// The credentials that a page's browser sends, and the certificates that it trusts.
public struct PageAccess: Sendable, Equatable {
  /// The certificates that the page accepts from an https server.
  public enum Trust: Sendable, Equatable {
    /// A certificate for the URL's host that is signed by one of the system's certificate authorities.
    case system
    /// A certificate for the URL's host that is in this PEM file or is signed by a certificate in the file. For a
    /// server with `.selfSigned` TLS, the file is `localhost.crt` in the certificate folder.
    case certificates(file: String)
    /// Any certificate. The server's identity is not verified.
    case anyone
  }

  /// A client certificate and its private key, in PEM files. The key must not have a passphrase.
  public struct Certificate: Sendable, Equatable {
    /// The path of the certificate file, which may also contain the certificate chain.
    public var file: String
    /// The path of the private key file.
    public var keyFile: String

    /// Creates a client certificate. The files are read again for each connection.
    public init(file: String, keyFile: String) {
      self.file = file
      self.keyFile = keyFile
    }
  }

  /// The trusted certificates, for https only.
  public var trust: Trust
  /// The client certificate for a server with a `clientAuthority`, or `nil` to send none.
  public var certificate: Certificate?
  /// The server's access token, or `nil` to send none. The page sends the token once, in the URL, as if a user opened
  /// `https://kiosk.example/?token=…`. After that, the page sends the cookie that the server has set in exchange.
  public var token: String?

  /// Creates a page's credentials. By default, the page trusts the system's authorities and sends no credentials.
  public init(trust: Trust = .system, certificate: Certificate? = nil, token: String? = nil) {
    self.trust = trust
    self.certificate = certificate
    self.token = token
  }
}
