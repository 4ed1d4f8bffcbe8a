/// The entries that this process wants to be stored in Redis, and those that are not stored yet. A value type without
/// side effects. Redis is made to match these entries: after a lost connection, all are written again.
struct OwnedEntries: Sendable {
  /// The maximum number of entries of one write.
  static let mostPerWrite = 256

  /// The wanted values; nil if the entry must be removed. `change` is the number of the last change, which identifies
  /// an older write.
  private var entries: [OwnedKey: (value: [UInt8]?, change: Int)] = [:]
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
    entries[key] = (value, lastChange)
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

  /// Entries to write together, each with the number of its change.
  typealias Batch = [(key: OwnedKey, value: [UInt8]?, change: Int)]

  /// Returns the next entries to write, or nil if all are stored. They count as stored until ``failed(_:)`` is called.
  mutating func take() -> Batch? {
    guard !unsaved.isEmpty else { return nil }
    let keys = Array(unsaved.prefix(Self.mostPerWrite))
    unsaved.removeFirst(keys.count)
    isUnsaved.subtract(keys)
    return keys.compactMap { key in entries[key].map { (key, $0.value, $0.change) } }
  }

  /// Forgets the removed entries of a batch that was written.
  mutating func succeeded(_ batch: Batch) {
    for (key, value, change) in batch
    where value == nil && entries[key]?.change == change && !isUnsaved.contains(key) {
      entries[key] = nil
    }
  }

  /// Marks the entries of a batch as not stored.
  mutating func failed(_ batch: Batch) {
    for entry in batch { mark(entry.key) }
  }
}
