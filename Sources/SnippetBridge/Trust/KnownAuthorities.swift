import Locks

/// What a policy has said of the names that requests come with: they are the same few. Bounded; any thread may use it.
final class KnownAuthorities: Sendable {
  struct Name: Hashable {
    let text: String
    let isSecure: Bool
  }

  static let capacity = 64
  /// In bytes: no longer name is a host's.
  static let longestName = 300

  private let entries = Mutex<[Name: Authority]>([:])

  subscript(name: Name) -> Authority? {
    entries.withLock { $0[name] }
  }

  /// When full, forgets everything: a peer may send any name.
  func remember(_ authority: Authority, for name: Name) {
    guard name.text.utf8.count <= Self.longestName else { return }
    entries.withLock { entries in
      if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
      entries[name] = authority
    }
  }

  var count: Int { entries.withLock { $0.count } }
}
