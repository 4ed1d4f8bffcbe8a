/// The credentials of a page's browser and the certificates that it trusts.
public struct PageAccess: Sendable, Equatable {
  /// The certificates that the page accepts from an https server.
  public enum Trust: Sendable, Equatable {
    /// A certificate for the URL's host that the system's certificate authorities have signed.
    case system
    /// A certificate for the URL's host that is in this PEM file, or is signed by one in the file. For `.selfSigned`,
    /// the file is `localhost.crt` in the certificate folder.
    case certificates(file: String)
    /// Any certificate. The server's identity is not verified.
    case anyone
  }

  /// A client certificate and its private key, in PEM files. The key has no passphrase.
  public struct Certificate: Sendable, Equatable {
    /// The path of the certificate, followed by its chain if there is one.
    public var file: String
    /// The path of the private key.
    public var keyFile: String

    /// Creates a client certificate. The files are read for each connection.
    public init(file: String, keyFile: String) {
      self.file = file
      self.keyFile = keyFile
    }
  }

  /// The trusted certificates; used for https only.
  public var trust: Trust
  /// The client certificate, for a server with a `clientAuthority`, or `nil` to send none.
  public var certificate: Certificate?
  /// The server's token, or `nil` to send none. The page sends it once, in the URL, like a user who opens
  /// `https://kiosk.example/?token=…`. After that the page sends the cookie that the server exchanged for the token.
  public var token: String?

  /// Creates the access of a page. By default the system's authorities are trusted and no credentials are sent.
  public init(trust: Trust = .system, certificate: Certificate? = nil, token: String? = nil) {
    self.trust = trust
    self.certificate = certificate
    self.token = token
  }
}
