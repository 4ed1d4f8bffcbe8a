import SnippetBridgePlatform

/// The PEM files that TLS needs.
package struct TLSConfiguration: Sendable, Equatable {
  /// A file with the server's certificate, followed by the certificate chain if there is one.
  package var certificateFile: String
  package var keyFile: String
  /// A file with the authorities that must have signed a client's certificate; `nil` to accept clients without a
  /// certificate.
  package var clientAuthorityFile: String?

  package init(certificateFile: String, keyFile: String, clientAuthorityFile: String? = nil) {
    self.certificateFile = certificateFile
    self.keyFile = keyFile
    self.clientAuthorityFile = clientAuthorityFile
  }

  /// Checks the files, and returns the certificate. Throws a clear error if they are not usable, whereas OpenSSL would
  /// report errors later and less clearly.
  /// - Parameter moment: The time in seconds since 1970; the current time by default.
  @discardableResult
  package func validate(at moment: Int = time(nil)) throws(WebServerError) -> OpenSSLCertificate {
    let certificate = try Self.certificate(in: certificateFile, what: "certificate")
    guard let key = OpenSSLKey(pem: try Self.contents(of: keyFile, what: "key")) else {
      throw WebServerError(.certificateNotPEM, "\(keyFile) contains no private key in PEM format without a passphrase.")
    }
    try Self.checkEnd(of: certificate, in: certificateFile, what: "certificate", at: moment)
    if !certificate.hasBegun(at: moment) {
      throw WebServerError(
        .certificateExpired, "The certificate \(certificateFile) is not valid before \(certificate.beginning).")
    }
    guard certificate.matches(key) else {
      throw WebServerError(.certificateMismatch, "The key \(keyFile) does not belong to \(certificateFile).")
    }
    if let clientAuthorityFile {
      let authority = try Self.certificate(in: clientAuthorityFile, what: "client authority")
      try Self.checkEnd(of: authority, in: clientAuthorityFile, what: "client authority", at: moment)
    }
    return certificate
  }

  private static func certificate(in file: String, what: String) throws(WebServerError) -> OpenSSLCertificate {
    guard let certificate = OpenSSLCertificate(pem: try contents(of: file, what: what)) else {
      throw WebServerError(.certificateNotPEM, "\(file) contains no certificate in PEM format.")
    }
    return certificate
  }

  private static func checkEnd(
    of certificate: OpenSSLCertificate, in file: String, what: String, at moment: Int
  ) throws(WebServerError) {
    if certificate.hasExpired(at: moment) {
      throw WebServerError(.certificateExpired, "The \(what) \(file) expired at \(certificate.expiry).")
    }
  }

  private static func contents(of path: String, what: String) throws(WebServerError) -> [UInt8] {
    do throws(FileError) {
      return try SmallFile.read(path)
    } catch {
      throw WebServerError(.certificateUnreadable, "Cannot read the \(what) \(path): \(error.description).")
    }
  }
}
