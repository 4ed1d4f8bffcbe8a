import Locks

/// Snippets from Swift. Any thread may change them.
///
///     let store = SnippetStore([shop, news])
///     store.update(shop)
///     store.remove("news")
public final class SnippetStore: SnippetSource {
  /// One who is told, and what has not been told yet.
  private struct Listener {
    let id: Int
    let signal: AsyncStream<Void>.Continuation
    /// Those whose pages are to be made anew.
    var updated: [Snippet] = []
    var isEmptied = false
  }

  private struct State {
    var snippets: [Snippet]
    var listeners: [Listener] = []
    var lastListener = 0
  }

  private let state: Mutex<State>

  /// With these. Of an id that comes twice the last counts, at the place of the first.
  public init(_ snippets: [Snippet] = []) {
    state = Mutex(State(snippets: Self.once(snippets)))
  }

  /// All, in order.
  public var snippets: [Snippet] { state.withLock { $0.snippets } }

  /// Replaces all. Of an id that comes twice the last counts, at the place of the first.
  public func set(_ snippets: [Snippet]) {
    change { $0.snippets = Self.once(snippets) }
  }

  /// Replaces the one with this id, at its place, or adds it at the end. Its page is made anew even if nothing of the
  /// snippet is different.
  public func update(_ snippet: Snippet) {
    change { state in
      guard let index = state.snippets.firstIndex(where: { $0.id == snippet.id }) else {
        state.snippets.append(snippet)
        return
      }
      state.snippets[index] = snippet
      for listener in state.listeners.indices {
        state.listeners[listener].updated.removeAll { $0.id == snippet.id }
        state.listeners[listener].updated.append(snippet)
      }
    }
  }

  /// Removes the one with this id, if there is one.
  public func remove(_ id: Snippet.ID) {
    change { $0.snippets.removeAll { $0.id == id } }
  }

  /// Everything is made anew.
  public func forceRefresh() {
    change { state in
      for listener in state.listeners.indices {
        state.listeners[listener].isEmptied = true
        state.listeners[listener].updated = []
      }
    }
  }

  /// Reports until its task is cancelled. Several may run at once.
  public func run(reporting report: @escaping @Sendable (SnippetEvent) async -> Void) async {
    // One signal is enough: whoever takes it looks at everything.
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastListener += 1
      state.listeners.append(Listener(id: state.lastListener, signal: signal))
      return state.lastListener
    }
    defer { state.withLock { $0.listeners.removeAll { $0.id == id } } }
    signal.yield()
    for await _ in signals {
      let (listener, snippets) = state.withLock { state -> (Listener?, [Snippet]) in
        guard let index = state.listeners.firstIndex(where: { $0.id == id }) else { return (nil, state.snippets) }
        let listener = state.listeners[index]
        state.listeners[index] = Listener(id: id, signal: signal)
        return (listener, state.snippets)
      }
      if listener?.isEmptied == true { await report(.emptied) }
      for snippet in listener?.updated ?? [] { await report(.updated(snippet)) }
      await report(.list(snippets))
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let signals = state.withLock { state in
      body(&state)
      return state.listeners.map(\.signal)
    }
    for signal in signals { signal.yield() }
  }

  private static func once(_ snippets: [Snippet]) -> [Snippet] {
    var places: [String: Int] = [:]
    var result: [Snippet] = []
    for snippet in snippets {
      if let place = places[snippet.id] {
        result[place] = snippet
      } else {
        places[snippet.id] = result.count
        result.append(snippet)
      }
    }
    return result
  }
}
