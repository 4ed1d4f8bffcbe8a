import Locks

/// Remembers something of files that have not changed since. Bounded; any thread may use it.
final class FileCache<Value: Sendable>: Sendable {
  static var capacity: Int { 256 }

  private let entries = Mutex<[FileIdentity: Value]>([:])

  subscript(identity: FileIdentity) -> Value? {
    entries.withLock { $0[identity] }
  }

  /// When full, it forgets everything. To find something out again costs microseconds; to keep an order of use would
  /// cost something in every request.
  func remember(_ value: Value, for identity: FileIdentity) {
    entries.withLock { entries in
      if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
      entries[identity] = value
    }
  }

  var count: Int { entries.withLock { $0.count } }
}
