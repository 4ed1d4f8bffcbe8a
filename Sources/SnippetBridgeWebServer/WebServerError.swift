/// The reason why a server could not start, in one sentence for the operator.
package struct WebServerError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure. More values may be added, so a `switch` needs a `default`.
  package struct Code: Hashable, Sendable {
    private enum Value: Hashable {
      case addressInUse, cannotBind, certificateUnreadable, certificateExpired, certificateMismatch, certificateNotPEM
      case cannotMakeCertificate, eventLoop, alreadyStarted, notRunning
    }
    private let value: Value

    /// The address and port are in use by another program.
    package static let addressInUse = Code(value: .addressInUse)
    /// The host cannot be resolved, or its address cannot be bound.
    package static let cannotBind = Code(value: .cannotBind)
    /// The certificate or its key cannot be read.
    package static let certificateUnreadable = Code(value: .certificateUnreadable)
    /// The certificate has expired or is not valid yet.
    package static let certificateExpired = Code(value: .certificateExpired)
    /// The certificate does not match the private key.
    package static let certificateMismatch = Code(value: .certificateMismatch)
    /// The certificate or the key is not PEM.
    package static let certificateNotPEM = Code(value: .certificateNotPEM)
    /// A self-signed certificate could not be created or stored.
    package static let cannotMakeCertificate = Code(value: .cannotMakeCertificate)
    /// The event loop or libwebsockets cannot be started.
    package static let eventLoop = Code(value: .eventLoop)
    /// The server was started before. A server can be started only once.
    package static let alreadyStarted = Code(value: .alreadyStarted)
    /// The server has not been started, or has been stopped.
    package static let notRunning = Code(value: .notRunning)
  }

  package let code: Code
  /// A sentence that names the address or the file.
  package let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
