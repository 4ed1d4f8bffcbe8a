package import Logging
import Locks

/// Keeps what is said in a log from a level on: of each entry `message key=value key=value`.
package final class LogRecorder: Sendable {
  private let level: Logger.Level
  private let recorded = Mutex<[String]>([])
  private let (arrivals, sink) = AsyncStream<String>.makeStream()

  package init(from level: Logger.Level = .warning) {
    self.level = level
  }

  /// All until now.
  package var lines: [String] { recorded.withLock { $0 } }

  /// The next one, which may be still to come. Only one task of a test asks.
  package func next() async -> String? {
    for await line in arrivals { return line }
    return nil
  }

  package var logger: Logger {
    var logger = Logger(label: "recorded") { _ in Handler(recorder: self) }
    logger.logLevel = level
    return logger
  }

  private struct Handler: LogHandler {
    let recorder: LogRecorder
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    /// Whoever wraps this one asks it.
    var metadataProvider: Logger.MetadataProvider?

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let facts = (event.metadata ?? [:]).map { " \($0.key)=\($0.value)" }.sorted().joined()
      recorder.recorded.withLock { $0.append("\(event.message)\(facts)") }
      recorder.sink.yield("\(event.message)\(facts)")
    }
  }
}
