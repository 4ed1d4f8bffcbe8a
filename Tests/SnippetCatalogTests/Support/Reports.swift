import DSBridgeLocks
import SnippetShell

/// The reports of a running source, one after another.
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

  /// Returns the next report and waits for it if necessary, or `nil` if the source has ended.
  func next() async -> SnippetEvent? {
    for await event in events { return event }
    return nil
  }

  /// Returns the ids of the next list, or `nil` if the next report is not a list.
  func nextList() async -> [String]? {
    guard case .list(let snippets, _) = await next() else { return nil }
    return snippets.map(\.id)
  }

  /// Ends the source, and returns the reports that were not read.
  func end() async -> [SnippetEvent] {
    task.cancel()
    await task.value
    var rest: [SnippetEvent] = []
    for await event in events { rest.append(event) }
    return rest
  }
}
