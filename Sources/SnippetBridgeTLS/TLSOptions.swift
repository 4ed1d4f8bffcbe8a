/// The authorities that a client trusts over TLS, and the certificate that it presents.
package struct TLSOptions: Sendable, Equatable {
  package enum Trust: Sendable, Equatable {
    /// The system's authorities.
    case system
    /// The authorities in this PEM file.
    case authorities(file: String)
    /// The certificates in this PEM file, whether authorities or not, and certificates that they have signed.
    case certificates(file: String)
    /// Any server: its certificate is not verified.
    case anyone
  }

  /// The PEM files of a certificate and its key. The key has no passphrase.
  package struct Certificate: Sendable, Equatable {
    package var file: String
    package var keyFile: String

    package init(file: String, keyFile: String) {
      self.file = file
      self.keyFile = keyFile
    }
  }

  package var trust: Trust
  /// The client's certificate; nil for none.
  package var certificate: Certificate?

  package init(trust: Trust, certificate: Certificate? = nil) {
    self.trust = trust
    self.certificate = certificate
  }
}
