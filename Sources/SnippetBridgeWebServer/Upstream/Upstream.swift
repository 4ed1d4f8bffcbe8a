import DSBridgeLocks
package import SnippetBridgeHTTP

/// A server to which requests are forwarded over HTTP/1.1, with or without TLS.
package final class Upstream: Sendable {
  package let origin: WebOrigin
  package let limits: UpstreamLimits
  let addresses: UpstreamAddresses
  /// The TLS context, or `nil` for plain HTTP.
  let tls: TLSClientContext?
  fileprivate let uses = Mutex(Uses())

  /// The connections of peers that use this server.
  fileprivate struct Uses {
    var hasEnded = false
    var wakers: [ObjectIdentifier: LoopWaker] = [:]
  }

  /// Creates an upstream server.
  /// - Parameter authorityFile: A PEM file with the only trusted authorities, or `nil` to trust the system's
  ///   authorities.
  /// - Throws: ``WebServerError`` if the file cannot be used.
  package init(
    _ origin: WebOrigin, authorityFile: String? = nil, limits: UpstreamLimits = UpstreamLimits()
  ) throws(WebServerError) {
    self.origin = origin
    self.limits = limits
    let host = origin.host.serverName
    addresses = UpstreamAddresses(host: host, port: origin.port)
    do throws(TLSClientContext.Failure) {
      let trust = authorityFile.map { TLSOptions.Trust.authorities(file: $0) } ?? .system
      tls = origin.isSecure ? try TLSClientContext(host: host, TLSOptions(trust: trust)) : nil
    } catch {
      throw WebServerError(
        authorityFile == nil ? .eventLoop : .certificateUnreadable, "Cannot set up TLS for \(origin): \(error.reason).")
    }
  }

  /// Ends all exchanges and tunnels with this server. These and later ones fail with the kind
  /// ``UpstreamFailure/Kind/unreachable``. Safe on any thread.
  package func end() {
    let wakers = uses.withLock { uses in
      uses.hasEnded = true
      return Array(uses.wakers.values)
    }
    for waker in wakers { waker.wake() }
  }

  /// Indicates whether ``end()`` was called.
  var hasEnded: Bool { uses.withLock { $0.hasEnded } }
}

/// The use of an upstream server by a peer's connection, until this object is released. ``Upstream/end()`` wakes the
/// connection.
final class UpstreamUse: Sendable {
  let upstream: Upstream

  init(of upstream: Upstream, by waker: LoopWaker) {
    self.upstream = upstream
    let key = ObjectIdentifier(self)
    upstream.uses.withLock { $0.wakers[key] = waker }
  }

  deinit {
    let key = ObjectIdentifier(self)
    upstream.uses.withLock { $0.wakers[key] = nil }
  }
}

/// Time limits for an upstream server, and the number of idle connections that are kept.
package struct UpstreamLimits: Sendable {
  /// The total time limit for the name lookup, the connection attempts and the TLS handshake; 10 s by default.
  package var connectTimeLimit: Duration = .seconds(10)
  /// The time limit from the request's end to the first byte of the response; 300 s by default.
  package var responseTimeLimit: Duration = .seconds(300)
  /// The time limit between two pieces of a response, including event streams; 3600 s by default. Does not apply to
  /// WebSockets.
  package var silenceTimeLimit: Duration = .seconds(3600)
  /// The maximum number of idle connections per event loop; 256 by default.
  package var maximumIdleConnections = 256
  /// The time after which an idle connection is closed; 4 s by default, because Node closes idle connections after 5 s.
  package var idleTimeLimit: Duration = .seconds(4)

  package init() {}
}

/// The reason why an upstream server's response is not available.
package struct UpstreamFailure: Error, Sendable, Equatable {
  package enum Kind: Sendable, Hashable {
    /// The name has no address, or no server listens at its addresses.
    case unreachable
    /// The TLS handshake failed, or the certificate is not trusted.
    case untrusted
    /// The server did not accept a connection or respond in time.
    case late
    /// The server closed the connection without a response, or in the middle of one.
    case closed
    /// The response is not valid HTTP.
    case malformed
  }

  package let kind: Kind
  /// A clause that people can read, such as "the connection was refused".
  package let reason: String

  /// The failure after ``Upstream/end()``.
  static let left = UpstreamFailure(.unreachable, "it is not in use any more")

  package init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }

  /// Creates the failure for an error that was thrown while a response was read.
  init(of error: any Error) {
    self = error as? UpstreamFailure ?? UpstreamFailure(.malformed, "its response cannot be read: \(error)")
  }
}
