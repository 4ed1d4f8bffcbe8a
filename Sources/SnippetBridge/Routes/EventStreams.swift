import SnippetBridgeRoutes

/// The event streams of a server. An event stream may never end on its own, so the server ends all of them when it
/// shuts down.
final class EventStreams: Sendable {
  private let isOver = Observed(false)

  /// Runs `body` until it returns or the server shuts down. Throws the error from `body`, or an error if the client
  /// disconnects.
  func run(
    _ body: @escaping @Sendable (any ResponseBodyWriter) async throws -> Void, to writer: any ResponseBodyWriter,
    keepAlive: Duration
  ) async throws {
    try await withThrowingTaskGroup { group in
      group.addTask { try await body(writer) }
      group.addTask { try await Self.keepAlive(writer, every: keepAlive) }
      // On shutdown, this task returns first, so an error that `body` throws because of the cancellation is ignored.
      group.addTask {
        _ = await self.isOver.values.first { $0 }
        try Task.checkCancellation()
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Ends all streams. Streams that begin later end immediately.
  func shutDown() { isOver.set(true) }

  /// Writes a comment line after each `interval`, so that the connection is not closed for being idle. Browsers do not
  /// pass comments to pages.
  private static func keepAlive(_ writer: any ResponseBodyWriter, every interval: Duration) async throws {
    var writer = writer
    while true {
      try await Task.sleep(for: max(interval, .milliseconds(10)))
      try await writer.write(": \n\n")
    }
  }
}
