import DSBridgeLocks
import SnippetBridgeHTTP

/// A bounded cache of the trust policy's results, keyed by host name. Safe on any thread.
final class KnownAuthorities: Sendable {
  struct Name: Hashable {
    let text: String
    let isSecure: Bool
  }

  static let capacity = 64
  /// The maximum size of a cached name, in bytes. Valid host names are shorter.
  static let longestName = 300

  private let entries = Mutex<[Name: Authority]>([:])

  subscript(name: Name) -> Authority? {
    entries.withLock { $0[name] }
  }

  /// Adds a result. If the cache is full, empties it first. The cache must be bounded, because a peer may send any
  /// number of names.
  func remember(_ authority: Authority, for name: Name) {
    guard name.text.utf8.count <= Self.longestName else { return }
    entries.withLock { entries in
      if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
      entries[name] = authority
    }
  }

  var count: Int { entries.withLock { $0.count } }
}

/// The result of a ``TrustPolicy`` for a `Host` header, which depends on whether the request used TLS.
struct Authority: Sendable {
  /// The reason why the host is rejected, or `nil` if it is a name of this server.
  let refusal: TrustPolicy.Refusal?
  /// The server's origin as the browser sees it, or `nil` if the `Host` header is not a valid host.
  let origin: WebOrigin?
  /// Whether the host name refers to the local machine.
  let isLocal: Bool

  /// Whether the browser uses https.
  var isSecure: Bool { origin?.isSecure == true }
}
