import DSBridgeLocks
import SnippetBridgeHTTP

/// A cache of the trust policy's results by host name. Its size is bounded. Safe on any thread.
final class KnownAuthorities: Sendable {
  struct Name: Hashable {
    let text: String
    let isSecure: Bool
  }

  static let capacity = 64
  /// The maximum size of a cached name, in bytes. No host name is longer.
  static let longestName = 300

  private let entries = Mutex<[Name: Authority]>([:])

  subscript(name: Name) -> Authority? {
    entries.withLock { $0[name] }
  }

  /// Adds a result. If the cache is full, empties it first, because a peer may send any number of names.
  func remember(_ authority: Authority, for name: Name) {
    guard name.text.utf8.count <= Self.longestName else { return }
    entries.withLock { entries in
      if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
      entries[name] = authority
    }
  }

  var count: Int { entries.withLock { $0.count } }
}

/// The result of a ``TrustPolicy`` for a Host header that was received with or without TLS.
struct Authority: Sendable {
  /// The reason why the host is refused, or `nil` if it is a name of this server.
  let refusal: TrustPolicy.Refusal?
  /// The server's own origin as the browser sees it, or `nil` if the name is not a valid host.
  let origin: WebOrigin?
  /// Whether the name refers to this machine.
  let isLocal: Bool

  /// Whether the browser uses https.
  var isSecure: Bool { origin?.isSecure == true }
}
