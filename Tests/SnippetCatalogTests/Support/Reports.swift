import DSBridgeLocks
import SnippetShell

/// The events that a running source reports, in order.
struct Reports {
  private let events: AsyncStream<SnippetEvent>
  private let task: Task<Void, Never>

  init(of source: any SnippetSource) {
    let (events, sink) = AsyncStream<SnippetEvent>.makeStream()
    self.events = events
    task = Task {
      await source.run { sink.yield($0) }
      sink.finish()
    }
  }

  /// Returns the next event, and waits for it if necessary. Returns `nil` if the source has ended.
  func next() async -> SnippetEvent? {
    for await event in events { return event }
    return nil
  }

  /// Returns the ids in the next event's list, or `nil` if the event contains no list.
  func nextList() async -> [String]? {
    guard case .list(let snippets, _) = await next() else { return nil }
    return snippets.map(\.id)
  }

  /// Ends the source, and returns the remaining events.
  func end() async -> [SnippetEvent] {
    task.cancel()
    await task.value
    var rest: [SnippetEvent] = []
    for await event in events { rest.append(event) }
    return rest
  }
}
