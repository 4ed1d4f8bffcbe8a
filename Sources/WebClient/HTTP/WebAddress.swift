package import Foundation

/// An address as it is asked for: the server, and what is asked of it.
package struct WebAddress: Sendable, Equatable {
  package enum Kind: Sendable {
    case http
    case webSocket

    fileprivate var schemes: (plain: String, secure: String) {
      switch self {
      case .http: ("http", "https")
      case .webSocket: ("ws", "wss")
      }
    }
  }

  package let endpoint: Endpoint
  /// Path and query.
  package let target: String

  /// Throws ``WebClientError/unreachable(_:)`` for what is no such address.
  package init(_ url: URL, _ kind: Kind, trust: TLSOptions.Trust) throws {
    let (plain, secure) = kind.schemes
    let scheme = url.scheme?.lowercased()
    let port = url.port ?? (scheme == secure ? 443 : 80)
    guard scheme == plain || scheme == secure, let host = url.host(percentEncoded: false), !host.isEmpty,
      (1...65_535).contains(port)
    else { throw WebClientError.unreachable("\(url.absoluteString) is no address of \(plain) or \(secure)") }
    let path = url.path(percentEncoded: true)
    target = (path.hasPrefix("/") ? path : "/" + path) + (url.query(percentEncoded: true).map { "?\($0)" } ?? "")
    guard (host + target).utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw WebClientError.unreachable("\(url.absoluteString) has characters that no address has")
    }
    endpoint = Endpoint(host: host, port: port, tls: scheme == secure ? TLSOptions(trust: trust) : nil)
  }
}
