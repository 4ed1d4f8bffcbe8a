package import Foundation

/// The address for a request, which consists of the server and the request target.
package struct WebAddress: Sendable, Equatable {
  /// The kind of a request. The raw value is the scheme without TLS.
  package enum Kind: String, Sendable {
    case http
    case webSocket = "ws"
  }

  package let endpoint: Endpoint
  /// The path and the query.
  package let target: String

  /// Creates an address. Throws ``WebClientError/unreachable(_:)`` if the URL is not valid for this kind of request.
  package init(_ url: URL, _ kind: Kind, trust: TLSOptions.Trust) throws {
    let (plain, secure) = (kind.rawValue, kind.rawValue + "s")
    let scheme = url.scheme?.lowercased()
    let port = url.port ?? (scheme == secure ? 443 : 80)
    guard scheme == plain || scheme == secure, let host = url.host(percentEncoded: false), !host.isEmpty,
      (1...65_535).contains(port)
    else { throw WebClientError.unreachable("\(url.absoluteString) is not a URL of the scheme \(plain) or \(secure)") }
    target = url.requestTarget
    guard (host + target).utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw WebClientError.unreachable("\(url.absoluteString) contains characters that are not allowed in a URL")
    }
    endpoint = Endpoint(host: host, port: port, tls: scheme == secure ? TLSOptions(trust: trust) : nil)
  }
}

/// The address of a server, and the TLS options for connecting to it.
package struct Endpoint: Sendable, Equatable {
  package let host: String
  package let port: Int
  /// The TLS options, or `nil` for plain text.
  package let tls: TLSOptions?

  package init(host: String, port: Int, tls: TLSOptions?) {
    self.host = host
    self.port = port
    self.tls = tls
  }

  /// The host and port, as used in the `Host` header and in URLs. A default port is omitted.
  package var authority: String {
    (host.contains(":") ? "[\(host)]" : host) + (port == (tls == nil ? 80 : 443) ? "" : ":\(port)")
  }

  /// Connects to the server. For the parameters, see ``TCPConnection/open(host:port:tls:limit:before:)``.
  package func connect(limit: Duration, before deadline: Deadline? = nil) async throws -> TCPConnection {
    try await TCPConnection.open(host: host, port: port, tls: tls, limit: limit, before: deadline)
  }
}

extension URL {
  /// The path and query in the form in which a request sends them.
  package var requestTarget: String {
    let path = path(percentEncoded: true)
    return (path.hasPrefix("/") ? path : "/" + path) + (query(percentEncoded: true).map { "?\($0)" } ?? "")
  }
}
