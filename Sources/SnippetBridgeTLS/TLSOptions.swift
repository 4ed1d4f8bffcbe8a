/// The authorities that a TLS client trusts, and the certificate that it presents.
package struct TLSOptions: Sendable, Equatable {
  package enum Trust: Sendable, Equatable {
    /// The authorities that the system trusts.
    case system
    /// The authorities in this PEM file.
    case authorities(file: String)
    /// The certificates in this PEM file, even if they are not authorities, and any certificate signed by one of them.
    case certificates(file: String)
    /// Any server. The certificate is not verified.
    case anyone
  }

  /// The PEM files of a certificate and its key. The key must not have a passphrase.
  package struct Certificate: Sendable, Equatable {
    package var file: String
    package var keyFile: String

    package init(file: String, keyFile: String) {
      self.file = file
      self.keyFile = keyFile
    }
  }

  package var trust: Trust
  /// The client's certificate, or nil to present none.
  package var certificate: Certificate?

  package init(trust: Trust, certificate: Certificate? = nil) {
    self.trust = trust
    self.certificate = certificate
  }
}
