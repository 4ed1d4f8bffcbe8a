import DSBridge
import Foundation
import Logging
import SnippetBridgeDevelopment

/// The recording of one tab that an inspector page has started. It has the format of the option `--record`. The program
/// keeps it until the inspector page discards it or is closed, so it survives a reload of the inspector page.
actor InspectorRecording {
  /// The state of a recording.
  struct Status: Encodable, Equatable {
    /// The name of the recording's file.
    var name: String
    /// The name of the generated test's file.
    var testName: String
    /// The number of the web view that the recording has restarted.
    var tab: Int
    var isRunning: Bool
    /// Indicates whether the recording ended because it has reached its maximum size.
    var isFull: Bool
    var lines: Int
    /// The size, in bytes.
    var size: Int
    /// The duration in seconds.
    var duration: Double
  }

  private struct Session {
    var recorder: WireRecorder?
    let buffer: RecordingBuffer
    let tab: Int
    let start: ContinuousClock.Instant
    var end: ContinuousClock.Instant?
  }

  private static let name = "\(ProcessInfo.processInfo.processName).jsonl"

  private let log: WireLog
  private let logger: Logger
  private var session: Session?

  init(of log: WireLog, logger: Logger) {
    self.log = log
    self.logger = logger
  }

  /// Restarts a web view and records its tab from then on. Replaces an ended recording. Returns the state of the
  /// recording. Throws a ``BridgeError`` if a recording is running.
  func start(_ webView: WebView) async throws -> Status? {
    guard session?.recorder == nil else {
      throw BridgeError(.argument, "A recording is running. Stop it before you start another one.")
    }
    let buffer = RecordingBuffer()
    let recorder = try WireRecorder(
      of: log, to: buffer, at: Self.name, scope: RecordedTab(after: webView.id), logger: logger)
    session = Session(recorder: recorder, buffer: buffer, tab: webView.logNumber ?? 0, start: .now)
    webView.close()
    return await status()
  }

  /// Returns the state of the recording, or `nil` if there is none. Stops a recording that is full.
  func status() async -> Status? {
    guard let session else { return nil }
    if session.buffer.size.isFull, session.recorder != nil { return await stop() }
    let size = session.buffer.size
    return Status(
      name: Self.name, testName: RecordedSession.testFileName(for: Self.name), tab: session.tab,
      isRunning: session.recorder != nil, isFull: size.isFull, lines: size.lines, size: size.bytes,
      duration: ((session.end ?? .now) - session.start) / .seconds(1))
  }

  /// Stops the recording, unless it has stopped, and returns its state.
  func stop() async -> Status? {
    if let recorder = session?.recorder {
      session?.recorder = nil
      session?.end = .now
      await recorder.end()
    }
    return await status()
  }

  func discard() { session = nil }

  /// Returns the content of the recording's file. Throws a ``BridgeError`` if there is no recording.
  func content() throws -> String {
    guard let session else { throw BridgeError(.argument, "There is no recording.") }
    return String(decoding: session.buffer.content, as: UTF8.self)
  }

  /// Returns the source of the test that `snippet-bridge test-from` prints for the recording. Throws an error if there
  /// is no recording, or if messages are missing in it.
  func test() throws -> String { try RecordedSession(Data(content().utf8), name: Self.name).test }
}
