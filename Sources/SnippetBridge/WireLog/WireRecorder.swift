import DSBridge
import DSBridgeLocks
import Dispatch
import Foundation
import Logging
import SnippetBridgePlatform
import SnippetBridgeWebServer

/// The destination of a recorder's lines.
protocol RecordingOutput: Sendable {
  /// Appends whole lines. If they cannot be written, the recording is as before.
  mutating func append(_ lines: [UInt8]) throws(FileError)
  func close()
}

/// A recorder that writes the messages between pages and Swift to a file or a buffer, as one JSON object per line
/// (docs/guides/tools.md). Each line is written within 100 ms.
///
/// The recorder reads the server's ``WireLog`` on a queue of its own, so a slow disk delays no call.
final class WireRecorder: Sendable {
  private struct Work: Sendable {
    var reader: WireReader
    var lines = RecordedLines()
    /// The web views that are recorded; `nil` for all.
    var scope: RecordedTab?
    var file: any RecordingOutput
    /// The number of messages and lines that are missing after the last line of the file.
    var lost = 0
    var hasReported = false
  }

  /// The time between two writes.
  private static let interval = Duration.milliseconds(50)

  private let queue = DispatchQueue(label: "recorder")
  private let scheduler = Scheduler(ContinuousClock())
  /// The state; nil while the queue uses it, and after the end. So no lock is held while the queue writes.
  private let work = Mutex<Work?>(nil)
  private let path: String
  private let logger: Logger

  /// Begins a recording. Throws if the file cannot be written.
  /// - Parameter scope: The web views to record, from now on; `nil` for all web views, from the beginning of the log.
  init(
    of log: WireLog, to file: any RecordingOutput, at path: String, scope: RecordedTab? = nil, logger: Logger
  ) throws(BridgeServerError) {
    self.path = path
    self.logger = logger
    var file = file
    do {
      try file.append(RecordedLines.header)
    } catch {
      file.close()
      throw BridgeServerError("Cannot write the recording to \(path): \(error.description).")
    }
    let reader = log.reader(isAtEnd: scope != nil) { [weak self] in self?.schedule() }
    let first = Work(reader: reader, scope: scope, file: file)
    work.withLock { $0 = first }
    schedule()
  }

  deinit {
    guard let work = work.withLock({ $0.take() }) else { return }
    work.reader.end()
    work.file.close()
  }

  private func schedule() {
    // The timekeeper's thread works even if functions block all threads of Swift's pool. A recorder that nobody owns
    // ends, even if there are always further entries.
    _ = scheduler.schedule(after: Self.interval) { [weak self] in
      self?.queue.async { [weak self] in self?.write(isLast: false) }
    }
  }

  private func write(isLast: Bool) {
    guard var work = self.work.withLock({ $0.take() }) else { return }
    var batch: WireReader.Batch
    repeat {
      batch = work.reader.next()
      work.lost += batch.lost
      append(batch.lines, to: &work)
    } while batch.remaining > 0
    guard !isLast else {
      append([], to: &work)
      work.reader.end()
      return work.file.close()
    }
    self.work.withLock { $0 = work }
    // An idle reader calls `schedule()` when there are further entries.
    if !batch.isIdle { schedule() }
  }

  private func append(_ lines: [ObservedLine], to work: inout Work) {
    let recorded = lines.compactMap { work.scope?.contains($0) != false ? work.lines.line($0) : nil }
    let text = recorded.reduce(into: work.lost > 0 ? RecordedLines.lost(work.lost) : []) { $0 += $1 }
    guard !text.isEmpty else { return }
    do {
      try work.file.append(text)
      work.lost = 0
    } catch {
      work.lost += recorded.count
      guard !work.hasReported else { return }
      work.hasReported = true
      logger.error(
        "the recording is incomplete: its file cannot be written",
        metadata: ["file": "\(path)", "reason": "\(error.description)"])
    }
  }

  /// Writes the remaining lines and ends the recording.
  func end() async {
    await withCheckedContinuation { continuation in
      queue.async {
        self.write(isLast: true)
        continuation.resume()
      }
    }
  }
}
