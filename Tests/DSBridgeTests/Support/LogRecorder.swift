import Logging
import Synchronization

/// What a web view says in the log, from `notice` on, as it comes.
final class LogRecorder: Sendable {
  let lines: AsyncStream<String>
  private let sink: AsyncStream<String>.Continuation
  private let count = Mutex(0)

  init() {
    (lines, sink) = AsyncStream.makeStream()
  }

  /// How many there were.
  var total: Int { count.withLock { $0 } }

  var logger: Logger { Logger(label: "recorded") { _ in Handler(recorder: self) } }

  /// The next line. Only one task of a test listens.
  func next() async -> String? {
    for await line in lines { return line }
    return nil
  }

  private struct Handler: LogHandler {
    let recorder: LogRecorder
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let facts = (event.metadata ?? [:]).map { " \($0.key)=\($0.value)" }.sorted().joined()
      recorder.count.withLock { $0 += 1 }
      recorder.sink.yield("\(event.message)\(facts)")
    }
  }
}
