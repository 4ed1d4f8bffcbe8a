import DSBridgeLocks
package import Logging

/// A recorder of log entries from a level on. Each entry is kept as `message key=value key=value`.
package final class LogRecorder: Sendable {
  private let level: Logger.Level
  private let recorded = Mutex<[String]>([])
  private let (arrivals, sink) = AsyncStream<String>.makeStream()

  package init(from level: Logger.Level = .warning) {
    self.level = level
  }

  /// The entries so far.
  package var lines: [String] { recorded.withLock { $0 } }

  /// Returns the next entry, and waits for it if necessary. Only one task of a test may call this function.
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
    /// The metadata provider, read by handlers that wrap this one.
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
