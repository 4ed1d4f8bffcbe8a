/// Why a server could not start, in one sentence for the person who started it.
package struct WebServerError: Error, Sendable, CustomStringConvertible {
  /// What went wrong; more values may come, so a `switch` needs a `default`.
  package struct Code: Hashable, Sendable {
    private enum Value: Hashable {
      case addressInUse, cannotBind, certificateUnreadable, certificateExpired, certificateMismatch, certificateNotPEM
      case cannotMakeCertificate, eventLoop, alreadyStarted
    }
    private let value: Value

    /// Another program listens at that address and port.
    package static let addressInUse = Code(value: .addressInUse)
    /// The host is unknown here, or may not be bound.
    package static let cannotBind = Code(value: .cannotBind)
    /// The certificate or its key cannot be read.
    package static let certificateUnreadable = Code(value: .certificateUnreadable)
    /// The certificate's time is over, or has not begun.
    package static let certificateExpired = Code(value: .certificateExpired)
    /// The certificate is not for this key.
    package static let certificateMismatch = Code(value: .certificateMismatch)
    /// The certificate or the key is not PEM.
    package static let certificateNotPEM = Code(value: .certificateNotPEM)
    /// A self-signed certificate could not be made or stored.
    package static let cannotMakeCertificate = Code(value: .cannotMakeCertificate)
    /// The event loop or libwebsockets refused to start.
    package static let eventLoop = Code(value: .eventLoop)
    /// A server starts once.
    package static let alreadyStarted = Code(value: .alreadyStarted)
  }

  package let code: Code
  /// One sentence; it names the address or the file.
  package let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
