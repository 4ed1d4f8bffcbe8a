/// Whom a client trusts over TLS, and what it shows of itself.
package struct TLSOptions: Sendable, Equatable {
  package enum Trust: Sendable, Equatable {
    /// The system's authorities.
    case system
    /// The authorities in this PEM file, and what they have signed.
    case authorities(file: String)
    /// The certificates in this PEM file, be they authorities or not, and what they have signed.
    case certificates(file: String)
    /// Anybody: who is at the address is not asked.
    case anyone
  }

  /// PEM files; the key without a passphrase.
  package struct Certificate: Sendable, Equatable {
    package var file: String
    package var keyFile: String

    package init(file: String, keyFile: String) {
      self.file = file
      self.keyFile = keyFile
    }
  }

  package var trust: Trust
  /// nil to show none.
  package var certificate: Certificate?

  package init(trust: Trust, certificate: Certificate? = nil) {
    self.trust = trust
    self.certificate = certificate
  }
}
