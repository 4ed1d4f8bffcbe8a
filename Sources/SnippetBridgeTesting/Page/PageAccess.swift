/// What a page's browser has of a server: whom it trusts, and what it shows to be let in.
public struct PageAccess: Sendable, Equatable {
  /// Whose certificate a server may have that is reached over https.
  public enum Trust: Sendable, Equatable {
    /// One for the address's host that the system's authorities have signed.
    case system
    /// One for the address's host that is in this PEM file, or signed by one that is: `localhost.crt` in the folder of
    /// `.selfSigned`.
    case certificates(file: String)
    /// Anybody's: who is at the address is not asked.
    case anyone
  }

  /// A certificate of the browser, with its key, in PEM files; the key without a passphrase.
  public struct Certificate: Sendable, Equatable {
    /// The certificate, and the chain above it if there is one.
    public var file: String
    /// Its private key.
    public var keyFile: String

    /// As given; read with each connection.
    public init(file: String, keyFile: String) {
      self.file = file
      self.keyFile = keyFile
    }
  }

  /// Matters for https only.
  public var trust: Trust
  /// For a server with a `clientAuthority`; nil to show none.
  public var certificate: Certificate?
  /// The server's token. It is shown once, in the address, as a user does who opens `https://kiosk.example/?token=…`;
  /// from then on the page has the cookie that it was exchanged for. nil to show none.
  public var token: String?

  /// As given.
  public init(trust: Trust = .system, certificate: Certificate? = nil, token: String? = nil) {
    self.trust = trust
    self.certificate = certificate
    self.token = token
  }
}
