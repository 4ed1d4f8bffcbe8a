import DSBridge
import DequeModule
import Foundation
import SnippetBridgeDevelopment

/// The timeline of one inspector page. It reads the ``WireLog`` only when the page requests records, so a page that is
/// closed or slow costs nothing. Each document of the page reads the log from its beginning.
actor InspectorTimeline {
  private let log: WireLog
  private var reader: WireReader
  private var records = InspectorRecords()
  /// The number of the document that reads.
  private var document = 0
  /// Yields a value when the log has further entries after the reader has read all, or when another document reads.
  private let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private var isReading = false

  init(of log: WireLog) {
    self.log = log
    reader = log.reader { [signal] in signal.yield() }
  }

  deinit { reader.end() }

  /// Returns the number of a new document, which reads the log from its beginning.
  func begin() -> Int {
    document += 1
    reader.end()
    reader = log.reader { [signal] in signal.yield() }
    records = InspectorRecords()
    signal.yield()
    return document
  }

  /// Returns the next records for a document. Waits until there are any. Returns none if another document reads.
  func next(for document: Int) async -> [InspectorRecords.Record] {
    // A document makes one call at a time. So a second call means that it no longer waits for the first answer.
    guard !isReading, document == self.document else { return [] }
    isReading = true
    defer { isReading = false }
    var signals = signals.makeAsyncIterator()
    while !Task.isCancelled, document == self.document {
      let batch = reader.next()
      let records = records.records(of: batch)
      if !records.isEmpty { return records }
      if batch.isIdle { _ = await signals.next(isolation: self) }
    }
    return []
  }

  /// Returns a whole line of which a record contains only the beginning. Throws a ``BridgeError`` if the line is no
  /// longer kept.
  func line(_ number: Int) throws -> String {
    guard let line = records.line(number) else {
      throw BridgeError(.argument, "The inspector no longer keeps this line.")
    }
    return line
  }
}

/// The translation of observed lines to the records that the inspector's page reads (public/inspector/store.js). A
/// value type without side effects.
struct InspectorRecords {
  /// A line of a recording, or an event that recordings do not contain.
  struct Record: Encodable, Equatable {
    var version: Int?
    var program: String?
    var t: Double?
    var page: Int?
    var tab: Int?
    var from: String?
    var line: String?
    /// The size of the line in bytes, if `line` contains only its beginning.
    var cut: Int?
    /// The number with which the whole line can be requested.
    var whole: Int?
    var opened: JSON?
    var closed: Bool?
    var began: Int?
    var note: String?
    var json: JSON?
    var interfaces: JSON?
    var lost: Int?
  }

  /// The maximum size of a line, in bytes.
  private static let longestLine = 4_096
  /// The maximum size of the kept lines, in bytes.
  private static let keptSize = 8 << 20

  private var hasBegun = false
  /// The newest lines of which the records contain only the beginnings.
  private var kept: Deque<(number: Int, text: String)> = []
  private var size = 0
  private var lastNumber = 0

  mutating func records(of batch: WireReader.Batch) -> [Record] {
    var records: [Record] = []
    if !hasBegun {
      hasBegun = true
      records.append(Record(version: RecordedSession.version, program: ProcessInfo.processInfo.processName))
    }
    if batch.lost > 0 { records.append(Record(lost: batch.lost)) }
    return records + batch.lines.compactMap { record(of: $0) }
  }

  /// Returns a line that was cut, or `nil` if it is no longer kept.
  func line(_ number: Int) -> String? { kept.first { $0.number == number }?.text }

  private mutating func keep(_ line: String) -> Int {
    lastNumber += 1
    kept.append((lastNumber, line))
    size += line.utf8.count
    while size > Self.keptSize, let oldest = kept.popFirst() { size -= oldest.text.utf8.count }
    return lastNumber
  }

  private mutating func record(of line: ObservedLine) -> Record? {
    // Rounds to microseconds, which keeps the number short in JSON.
    let time = (line.time / .seconds(1) * 1_000_000).rounded() / 1_000_000
    var record = Record(t: time, page: line.document, tab: line.webView)
    switch (line.source, line.verb) {
    case (.note, "webView"), (.note, "former"), (.note, "owner"): return nil
    case (.note, "opened"): record.opened = line.json.map { JSON($0) }
    case (.note, "closed"): record.closed = true
    case (.note, "began"): record.began = line.number
    case (.note, "interfaces"): return Record(interfaces: line.json.map { JSON($0) })
    case (.note, let kind):
      record.note = kind
      record.json = line.json.map { JSON($0) }
    case (.page, _), (.swift, _):
      let text = line.text
      record.from = line.source.rawValue
      record.line = text
      let size = text.utf8.count
      if size > Self.longestLine {
        (record.cut, record.whole) = (size, keep(text))
        record.line = String(decoding: text.utf8.prefix(Self.longestLine), as: UTF8.self) + "…"
      }
    }
    return record
  }
}
