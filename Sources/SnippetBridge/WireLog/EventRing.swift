import DSBridge
import DequeModule

/// The newest wire messages of all web views, in the order in which they were observed. A value type without side
/// effects.
///
/// The entries are numbered from 0. If the size or the count would exceed its limit, the oldest entries are removed.
struct EventRing {
  struct Entry: Sendable {
    enum Content: Sendable {
      case fromPage([UInt8])
      case fromSwift([UInt8])
      /// The web view begins to process the lines up to this number.
      case began(Int)
      case note(String, JSON)
      /// A message or note that was larger than the ring.
      case tooLarge
    }

    /// The time since the start of the log.
    let time: Duration
    /// The number of the web view in this log.
    let webView: Int
    let document: DocumentID?
    var content: Content

    /// The approximate size in memory, in bytes.
    var weight: Int {
      let payload =
        switch content {
        case .fromPage(let bytes), .fromSwift(let bytes): bytes.count
        case .note(let kind, let json): kind.utf8.count + json.bytes.count
        case .began, .tooLarge: 0
        }
      return payload + 128
    }
  }

  /// The maximum size of all entries, in bytes.
  let maximumSize: Int
  let maximumCount: Int
  private var entries: Deque<Entry> = []
  /// The number of the oldest entry.
  private(set) var first = 0
  /// The size of all entries, in bytes.
  private(set) var size = 0

  init(maximumSize: Int = 16 << 20, maximumCount: Int = 50_000) {
    self.maximumSize = maximumSize
    self.maximumCount = maximumCount
  }

  /// The number of the next entry.
  var end: Int { first + entries.count }

  mutating func add(_ entry: Entry) {
    var entry = entry
    if entry.weight > maximumSize { entry.content = .tooLarge }
    entries.append(entry)
    size += entry.weight
    while size > maximumSize || entries.count > maximumCount, let oldest = entries.popFirst() {
      size -= oldest.weight
      first += 1
    }
  }

  /// Returns at most `limit` entries, beginning with the entry `number`, or with the oldest entry if `number` was
  /// removed.
  func entries(from number: Int, limit: Int) -> (first: Int, entries: [Entry]) {
    let start = min(max(number, first), end)
    return (start, Array(entries[start - first..<min(start - first + limit, entries.count)]))
  }
}
