import DSBridgeText
import DequeModule

/// A copy of the list of web views in Redis, kept current by the published changes. A value type without side effects.
///
/// The changes have consecutive revisions. If one is missing, the list must be read again. A list is read in parts
/// while changes arrive, so both are compared by revision.
struct Directory: Sendable {
  struct Record: Sendable, Equatable {
    var session: String
    var revision: Int
    /// The JSON text that describes the web view.
    var json: [UInt8]
  }

  /// A change that was published.
  enum Change: Sendable, Equatable {
    case set(id: String, Record)
    case remove(id: String, session: String)
    /// A session ended with all of its web views.
    case gone(session: String)

    /// Parses `<revision> set <session> <id> <JSON>` and the like. Returns nil for anything else.
    static func parse(_ bytes: [UInt8]) -> (revision: Int, change: Change)? {
      let fields = bytes.split(separator: UInt8(ascii: " "), maxSplits: 4, omittingEmptySubsequences: false)
      func text(_ index: Int) -> String { index < fields.count ? String(peer: fields[index]) : "" }
      guard let revision = Int(text(0)), FleetMessage.isSession(text(2)) else { return nil }
      switch (UTF8Key(text(1)), fields.count) {
      case ("set", 5):
        return (revision, .set(id: text(3), Record(session: text(2), revision: revision, json: Array(fields[4]))))
      case ("del", 4): return (revision, .remove(id: text(3), session: text(2)))
      case ("gone", 3): return (revision, .gone(session: text(2)))
      default: return nil
      }
    }
  }

  private(set) var records: [String: Record] = [:]
  /// The revision of the last change, or nil before the first one since the list was begun.
  private var last: Int?
  /// The state of reading the list, or nil if the list is not being read.
  private var reading: Reading?
  var isLoading: Bool { reading != nil }

  private struct Reading {
    /// The web views that were removed meanwhile. A part of the list may be older than the removal.
    var removed: [String: Int] = [:]
    var gone: Set<String> = []
    /// The web views that the parts have contained, or that were set meanwhile.
    var seen: Set<String> = []
  }

  /// Begins to read the list. Changes must arrive from now on.
  mutating func beginLoading() {
    // If Redis has lost its data, its revisions have begun again.
    for id in Array(records.keys) { records[id]?.revision = -1 }
    (last, reading) = (nil, Reading())
  }

  /// Adds a part of the list. Returns the ids that have changed.
  mutating func load(_ part: [(id: String, record: Record)]) -> [String] {
    var changed: [String] = []
    for (id, record) in part {
      guard reading?.gone.contains(record.session) != true, reading?.removed[id].map({ $0 < record.revision }) != false
      else { continue }
      reading?.seen.insert(id)
      let known = records[id]
      if let known, known.revision >= record.revision { continue }
      records[id] = record
      if known?.session != record.session || known?.json != record.json { changed.append(id) }
    }
    return changed
  }

  /// Ends reading. Web views that are not in the list any more are removed, unless reading has failed. Returns the ids
  /// that have changed.
  mutating func endLoading(isComplete: Bool = true) -> [String] {
    defer { reading = nil }
    let left = records.keys.filter { isComplete && reading?.seen.contains($0) == false }
    for id in left { records[id] = nil }
    return left
  }

  /// Applies a change. Returns the ids that have changed, or nil if the list must be read again.
  mutating func apply(_ change: Change, revision: Int) -> [String]? {
    if let last {
      // A copy or a late change is already known.
      guard revision > last else { return [] }
      guard revision == last + 1 else { return nil }
    }
    last = revision
    switch change {
    case .set(let id, let record):
      reading?.seen.insert(id)
      if let known = records[id], known.revision >= revision { return [] }
      records[id] = record
      return [id]
    case .remove(let id, let session):
      reading?.removed[id] = revision
      reading?.seen.remove(id)
      guard let known = records[id], known.session == session, known.revision < revision else { return [] }
      records[id] = nil
      return [id]
    case .gone(let session):
      reading?.gone.insert(session)
      let ids = records.filter { $0.value.session == session }.map(\.key)
      for id in ids {
        records[id] = nil
        reading?.seen.remove(id)
      }
      return ids
    }
  }
}

/// The changes that one reader has not read yet. A slow reader gets the newest state of each web view.
struct DirectoryReader: Sendable {
  /// A web view that has changed, whether the reader knew it before, and its data; nil if it has left.
  typealias Event = (id: String, wasKnown: Bool, record: Directory.Record?)

  private var unread: Deque<String> = []
  private var isUnread: Set<String> = []
  /// The web views that the reader knows.
  private var known: Set<String> = []

  mutating func add(_ ids: some Sequence<String>) {
    for id in ids where isUnread.insert(id).inserted { unread.append(id) }
  }

  /// Returns the next event, or nil if the reader has read all.
  mutating func take(from directory: Directory) -> Event? {
    while let id = unread.popFirst() {
      isUnread.remove(id)
      let (wasKnown, record) = (known.contains(id), directory.records[id])
      if record == nil { known.remove(id) } else { known.insert(id) }
      if wasKnown || record != nil { return (id, wasKnown, record) }
    }
    return nil
  }
}
