/// A server that requests are passed on to, by HTTP/1.1 over TCP or TLS.
package final class Upstream: Sendable {
  /// As `Host` names it: with the port where that is not the usual one.
  package let authority: String
  package let isSecure: Bool
  package let limits: UpstreamLimits
  let addresses: UpstreamAddresses
  /// Nil where it speaks plain HTTP.
  let tls: TLSClientContext?

  /// - Parameters:
  ///   - host: a name or a numeric address, without brackets.
  ///   - authorityFile: PEM, the only authorities that are trusted; nil for the system's.
  /// - Throws: ``WebServerError`` where the file is not usable.
  package init(
    host: String, port: Int, isSecure: Bool, authorityFile: String? = nil, limits: UpstreamLimits = UpstreamLimits()
  ) throws(WebServerError) {
    let name = host.contains(":") ? "[\(host)]" : host
    authority = port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    self.isSecure = isSecure
    self.limits = limits
    addresses = UpstreamAddresses(host: host, port: port)
    do throws(TLSClientContext.Failure) {
      let trust = authorityFile.map { TLSOptions.Trust.authorities(file: $0) } ?? .system
      tls = isSecure ? try TLSClientContext(host: host, TLSOptions(trust: trust)) : nil
    } catch {
      throw WebServerError(
        authorityFile == nil ? .eventLoop : .certificateUnreadable, "OpenSSL refused the \(error.reason).")
    }
  }

  /// As browsers write it.
  package var origin: String { "\(isSecure ? "https" : "http")://\(authority)" }
}
