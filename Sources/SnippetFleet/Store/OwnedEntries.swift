/// The entries that this process wants to be stored in Redis, and those that are not stored yet. A value type without
/// side effects. Redis is made to match these entries: after a lost connection, all are written again.
struct OwnedEntries: Sendable {
  private struct Entry {
    /// The wanted value, or nil if the entry must be removed.
    var value: [UInt8]?
    /// The number of the last change, with which an older write is recognized.
    var change: Int
  }

  /// The maximum number of entries of one write.
  static let mostPerWrite = 256

  private var entries: [OwnedKey: Entry] = [:]
  /// The keys of the entries that are not stored as wanted, in the order of their changes.
  private var unsaved: [OwnedKey] = []
  private var isUnsaved: Set<OwnedKey> = []
  private var lastChange = 0

  /// Indicates whether Redis does not contain all entries as wanted.
  var mustWrite: Bool { !unsaved.isEmpty }

  /// Sets the wanted value; nil removes the entry. An unchanged value is not written again.
  mutating func set(_ key: OwnedKey, to value: [UInt8]?) {
    guard entries[key]?.value != value || isUnsaved.contains(key) else { return }
    lastChange += 1
    entries[key] = Entry(value: value, change: lastChange)
    mark(key)
  }

  /// Marks an entry as not stored, such as a name that another web view still has.
  mutating func mark(_ key: OwnedKey) {
    guard entries[key] != nil, isUnsaved.insert(key).inserted else { return }
    unsaved.append(key)
  }

  /// Marks the entries for which `isWanted` returns true as not stored, because a new session has begun. Removed
  /// entries need no removal then.
  mutating func markAll(where isWanted: (OwnedKey) -> Bool = { _ in true }) {
    entries = entries.filter { $0.value.value != nil }
    unsaved = entries.keys.filter(isWanted).sorted { (entries[$0]?.change ?? 0) < (entries[$1]?.change ?? 0) }
    isUnsaved = Set(unsaved)
  }

  /// A set of entries to write together.
  struct Batch: Sendable {
    var entries: [(key: OwnedKey, value: [UInt8]?)] = []
    fileprivate var changes: [Int] = []
  }

  /// Returns the next entries to write, or nil if all are stored. They count as stored until ``failed(_:)`` is called.
  mutating func take() -> Batch? {
    guard !unsaved.isEmpty else { return nil }
    var batch = Batch()
    for key in unsaved.prefix(Self.mostPerWrite) {
      isUnsaved.remove(key)
      guard let entry = entries[key] else { continue }
      batch.entries.append((key, entry.value))
      batch.changes.append(entry.change)
    }
    unsaved.removeFirst(min(unsaved.count, Self.mostPerWrite))
    return batch
  }

  /// Forgets the removed entries of a batch that was written.
  mutating func succeeded(_ batch: Batch) {
    for (entry, change) in zip(batch.entries, batch.changes)
    where entry.value == nil && entries[entry.key]?.change == change && !isUnsaved.contains(entry.key) {
      entries[entry.key] = nil
    }
  }

  /// Marks the entries of a batch as not stored.
  mutating func failed(_ batch: Batch) {
    for entry in batch.entries { mark(entry.key) }
  }
}
