import DSBridge
import DSBridgeLocks

/// A log of the wire messages of all web views of a server, for developer tools. The log exists only if the program
/// has turned on such a tool.
///
/// The log keeps the newest messages, at most 16 MB and 50,000. Any number of readers read it independently of each
/// other. Messages are split into lines, and secrets are masked, only when they are read.
///
///     var reader = log.reader(wake: { scheduleReading() })
///     let batch = reader.next()
///     for line in batch.lines { show(line) }
package final class WireLog: Sendable {
  fileprivate struct State {
    var ring = EventRing()
    var lastWebView = 0
    /// The wake-up functions of the readers that have read everything, by the readers' numbers.
    var sleepers: [Int: @Sendable () -> Void] = [:]
    var lastReader = 0
  }

  fileprivate let state = Mutex(State())
  private let scheduler: Scheduler
  let masking: Masking

  /// Creates a log.
  /// - Parameters:
  ///   - masking: the rules for secrets.
  ///   - scheduler: the clock for the lines' times.
  init(masking: Masking = Masking(), scheduler: Scheduler = Scheduler(ContinuousClock())) {
    self.masking = masking
    self.scheduler = scheduler
  }

  /// Returns the observer for a new web view.
  func tap(ofWebView id: String) -> any WireTap {
    let number = state.withLock { state in
      state.lastWebView += 1
      return state.lastWebView
    }
    let tap = Tap(log: self, webView: number)
    tap.noted("webView", (try? JSONSerializer().encode(id)) ?? JSON("null"), of: nil)
    return tap
  }

  final class Tap: WireTap {
    let log: WireLog
    let webView: Int

    init(log: WireLog, webView: Int) {
      self.log = log
      self.webView = webView
    }

    func arrived(_ message: [UInt8], of document: DocumentID) { log.add(.fromPage(message), webView, document) }
    func began(_ line: Int, of document: DocumentID) { log.add(.began(line), webView, document) }
    func sent(_ message: [UInt8], to document: DocumentID) { log.add(.fromSwift(message), webView, document) }
    func noted(_ kind: String, _ value: JSON, of document: DocumentID?) {
      log.add(.note(kind, value), webView, document)
    }
  }

  private func add(_ content: EventRing.Entry.Content, _ webView: Int, _ document: DocumentID?) {
    let sleepers = state.withLock { state in
      // The time is read under the lock, so that the times of the entries never decrease.
      state.ring.add(.init(time: scheduler.now, webView: webView, document: document, content: content))
      defer { state.sleepers = [:] }
      return state.sleepers
    }
    for wake in sleepers.values { wake() }
  }

  /// Returns a reader that begins with the oldest message in the log.
  /// - Parameters:
  ///   - isAtEnd: whether the reader begins with the next message instead.
  ///   - wake: A function that is called once when an entry is added after ``WireReader/next(limit:)`` has found none.
  ///     Called on any thread; must not block.
  package func reader(isAtEnd: Bool = false, wake: @escaping @Sendable () -> Void) -> WireReader {
    let (number, end) = state.withLock { state in
      state.lastReader += 1
      return (state.lastReader, state.ring.end)
    }
    return WireReader(
      log: self, number: number, wake: wake, position: isAtEnd ? end : 0, observer: LineObserver(masking: masking))
  }
}

/// A reader of a ``WireLog``. A value, so each owner reads independently of the others.
package struct WireReader: Sendable {
  /// A part of the log.
  package struct Batch: Sendable {
    /// The lines, oldest first. May be empty although the batch had entries, such as messages that were sent again.
    package var lines: [ObservedLine] = []
    /// The number of entries (messages and notes) before these lines that were removed before they were read.
    package var lost = 0
    /// The number of entries that the log contains after these lines.
    package var remaining = 0
    /// Indicates whether there were no entries. The wake-up function is then called for the next entry.
    package var isIdle = false
  }

  fileprivate let log: WireLog
  fileprivate let number: Int
  fileprivate let wake: @Sendable () -> Void
  fileprivate var position: Int
  fileprivate var observer: LineObserver

  /// Returns the lines of further entries of the log. Reads at most `limit` entries. Because one message can have
  /// thousands of lines, also ends after the entry with which the number of lines reaches `limit`.
  package mutating func next(limit: Int = 1_000) -> Batch {
    let (first, entries, end) = log.state.withLock { [position, number, wake] state in
      let (first, entries) = state.ring.entries(from: position, limit: limit)
      if entries.isEmpty { state.sleepers[number] = wake }
      return (first, entries, state.ring.end)
    }
    var batch = Batch(lost: first - position, isIdle: entries.isEmpty)
    if batch.lost > 0 { observer.reset() }
    position = first
    for entry in entries where batch.lines.count < limit {
      if case .tooLarge = entry.content {
        batch.lost += 1
        observer.reset()
      }
      batch.lines += observer.lines(of: entry)
      position += 1
    }
    batch.remaining = end - position
    return batch
  }

  /// Ends the reader: the wake-up function is not called again.
  package func end() {
    // The function is released here, outside of the lock.
    _ = log.state.withLock { $0.sleepers.removeValue(forKey: number) }
  }
}

extension WebView {
  /// The number of the web view in the log; `nil` without a log.
  nonisolated var logNumber: Int? { (tap as? WireLog.Tap)?.webView }
}
