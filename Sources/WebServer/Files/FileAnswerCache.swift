import Synchronization

/// Remembers the answers for files that have not changed since. Bounded; any thread may use it.
final class FileAnswerCache: Sendable {
  static let capacity = 256

  private let entries = Mutex<[FileIdentity: FileAnswer]>([:])

  subscript(identity: FileIdentity) -> FileAnswer? {
    entries.withLock { $0[identity] }
  }

  /// When full, forgets everything, as ``InsertionCache`` does.
  func remember(_ answer: FileAnswer, for identity: FileIdentity) {
    entries.withLock { entries in
      if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
      entries[identity] = answer
    }
  }

  var count: Int { entries.withLock { $0.count } }
}
