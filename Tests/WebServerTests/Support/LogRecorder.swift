import Logging
import Synchronization

/// Keeps what a server says at a level a person would see.
final class LogRecorder: Sendable {
  private let lines = Mutex<[String]>([])

  /// Message and metadata of each warning and error.
  var warnings: [String] { lines.withLock { $0 } }

  var logger: Logger { Logger(label: "recorded") { _ in Handler(recorder: self) } }

  private struct Handler: LogHandler {
    let recorder: LogRecorder
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let facts = (event.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
      recorder.lines.withLock { $0.append("\(event.message) \(facts)") }
    }
  }
}
