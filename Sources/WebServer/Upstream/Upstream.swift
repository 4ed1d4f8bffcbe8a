package import SnippetBridgeHTTP

/// A server that requests are passed on to, by HTTP/1.1 over TCP or TLS.
package final class Upstream: Sendable {
  package let origin: WebOrigin
  package let limits: UpstreamLimits
  let addresses: UpstreamAddresses
  /// Nil where it speaks plain HTTP.
  let tls: TLSClientContext?

  /// - Parameter authorityFile: PEM, the only authorities that are trusted; nil for the system's.
  /// - Throws: ``WebServerError`` where the file is not usable.
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
        authorityFile == nil ? .eventLoop : .certificateUnreadable, "OpenSSL refused the \(error.reason).")
    }
  }

  /// As `Host` names it: with the port where that is not the usual one.
  package var authority: String { origin.authority }
}
