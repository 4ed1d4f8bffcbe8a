import Locks
import SnippetShell

/// What a running source reports, one after another.
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

  /// The next one, which may be still to come; nil when the source has ended.
  func next() async -> SnippetEvent? {
    for await event in events { return event }
    return nil
  }

  /// The ids of the next list; nil where something else comes.
  func nextList() async -> [String]? {
    guard case .list(let snippets, _) = await next() else { return nil }
    return snippets.map(\.id)
  }

  /// Ends the source, and says whether it has reported anything since.
  func end() async -> [SnippetEvent] {
    task.cancel()
    await task.value
    var rest: [SnippetEvent] = []
    for await event in events { rest.append(event) }
    return rest
  }
}
