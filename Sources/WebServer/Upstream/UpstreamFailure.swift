/// Why an upstream server's response is not there.
package struct UpstreamFailure: Error, Sendable, Equatable {
  package enum Kind: Sendable, Hashable {
    /// Its name has no address, or nobody listens there.
    case unreachable
    /// TLS failed, or its certificate is not trusted.
    case untrusted
    /// It did not connect or answer in time.
    case late
    /// It closed the connection without a response, or in the middle of one.
    case closed
    /// What it has sent is no HTTP.
    case malformed
  }

  package let kind: Kind
  /// For a person: a clause, such as "the connection was refused".
  package let reason: String

  package init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }
}
