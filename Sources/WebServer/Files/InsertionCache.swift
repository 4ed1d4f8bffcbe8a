import Synchronization

/// Remembers the insertions of files that have not changed since. Bounded; any thread may use it.
final class InsertionCache: Sendable {
  static let capacity = 256

  private let entries = Mutex<[FileIdentity: Insertion]>([:])

  subscript(identity: FileIdentity) -> Insertion? {
    entries.withLock { $0[identity] }
  }

  /// When full, forgets everything: finding a place again costs microseconds, keeping an order of use costs at every request.
  func remember(_ insertion: Insertion, for identity: FileIdentity) {
    entries.withLock { entries in
      if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
      entries[identity] = insertion
    }
  }

  var count: Int { entries.withLock { $0.count } }
}
