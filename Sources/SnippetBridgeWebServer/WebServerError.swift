/// An error that explains to the operator, in one sentence, why a server could not start.
package struct WebServerError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure.
  package enum Code: Sendable {
    /// The address and port are in use by another program.
    case addressInUse
    /// The host cannot be resolved, or its address cannot be bound.
    case cannotBind
    /// The certificate or its key cannot be read.
    case certificateUnreadable
    /// The certificate has expired or is not valid yet.
    case certificateExpired
    /// The certificate does not match the private key.
    case certificateMismatch
    /// The certificate or the key is not PEM.
    case certificateNotPEM
    /// A self-signed certificate could not be created or stored.
    case cannotMakeCertificate
    /// The event loop or libwebsockets cannot be started.
    case eventLoop
    /// The server was started before. A server can be started only once.
    case alreadyStarted
    /// The server has not been started, or has been stopped.
    case notRunning
  }

  package let code: Code
  /// A sentence that names the address or the file.
  package let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
