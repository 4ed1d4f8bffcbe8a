import DSBridgeLocks
import SnippetBridgeRoutes

/// The open event streams. An event stream may never end on its own, so the server ends all of them when it shuts down.
final class EventStreams: Sendable {
  private struct State {
    var isOver = false
    var last = 0
    var ends: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Runs `body` until it returns or the server shuts down. Throws the error from `body`, or an error if the client
  /// disconnects.
  func run(
    _ body: @escaping @Sendable (any ResponseBodyWriter) async throws -> Void, to writer: any ResponseBodyWriter,
    keepAlive: Duration
  ) async throws {
    let stream = Task {
      try await withThrowingTaskGroup { group in
        group.addTask { try await body(writer) }
        group.addTask { try await Self.keepAlive(writer, every: keepAlive) }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
    let number = state.withLock { state in
      state.last += 1
      state.ends[state.last] = stream.cancel
      return state.last
    }
    defer { state.withLock { $0.ends[number] = nil } }
    if isOver { stream.cancel() }
    do {
      try await withTaskCancellationHandler {
        try await stream.value
      } onCancel: {
        stream.cancel()
      }
    } catch  where !Task.isCancelled && isOver {
      // On shutdown, `body` was cancelled by this server. Ignore its error, so that the response ends normally.
    }
  }

  /// Ends all open streams. Streams that begin later end immediately.
  func shutDown() {
    let ends = state.withLock { state in
      state.isOver = true
      return Array(state.ends.values)
    }
    for end in ends { end() }
  }

  private var isOver: Bool { state.withLock { $0.isOver } }

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
