package import Foundation

/// URLs that represent paths on the server that shows the snippets.
package enum OwnServer {
  /// The host name in these URLs. No real host can have this name (RFC 6761, section 6.4).
  package static let host = "this-server.invalid"

  /// Returns the URL for a path on this server.
  package static func url(_ path: String) -> URL? { URL(string: "http://\(host)\(path)") }
}

extension URL {
  /// The URL as text for errors and logs. For a URL of this server, the text is only the path.
  package var shown: String {
    let own = "http://\(OwnServer.host)"
    return absoluteString.hasPrefix(own) ? String(absoluteString.dropFirst(own.count)) : absoluteString
  }
}
