import DSBridgeLocks
public import Foundation

/// A source whose snippets a program sets in Swift. Its functions may be called on any thread.
///
///     let store = SnippetStore([shop, news])
///     store.update(shop)
///     store.remove("news")
public final class SnippetStore: SnippetSource {
  /// A call to ``run(reporting:)`` that is in progress, with the changes that the call has not reported yet.
  private struct Listener {
    let signal: AsyncStream<Void>.Continuation
    /// The updated snippets, whose pages must be regenerated.
    var updated: [Snippet] = []
    var isEmptied = false
  }

  private struct State {
    var snippets: [Snippet]
    var listeners: [Int: Listener] = [:]
    var lastListener = 0
  }

  private let state: Mutex<State>

  /// Creates a store. If several snippets have the same ID, the last one is used, at the position of the first.
  public init(_ snippets: [Snippet] = []) {
    state = Mutex(State(snippets: Self.once(snippets)))
  }

  /// All snippets, in order.
  public var snippets: [Snippet] { state.withLock { $0.snippets } }

  /// Replaces all snippets. If several snippets have the same ID, the last one is used, at the position of the first.
  public func set(_ snippets: [Snippet]) {
    change { $0.snippets = Self.once(snippets) }
  }

  /// Replaces the snippet with the same id, or appends a new one. The page of a replaced snippet is regenerated, even
  /// if the snippet is unchanged.
  public func update(_ snippet: Snippet) {
    change { state in
      guard let index = state.snippets.firstIndex(where: { $0.id == snippet.id }) else {
        return state.snippets.append(snippet)
      }
      state.snippets[index] = snippet
      for id in state.listeners.keys {
        state.listeners[id]?.updated.removeAll { $0.id == snippet.id }
        state.listeners[id]?.updated.append(snippet)
      }
    }
  }

  /// Removes the snippet with an id, if there is one.
  public func remove(_ id: Snippet.ID) {
    change { $0.snippets.removeAll { $0.id == id } }
  }

  /// Reports an empty list and then all snippets, so that all views and pages of the snippets are recreated.
  public func forceRefresh() {
    change { state in
      for (id, listener) in state.listeners {
        state.listeners[id] = Listener(signal: listener.signal, isEmptied: true)
      }
    }
  }

  /// Reports changes until the task is cancelled. Several calls may be in progress at once.
  public func run(reporting report: @escaping @Sendable (SnippetEvent) async -> Void) async {
    // A buffer of one signal is enough, because for each signal, the loop below reports all changes since the previous
    // signal.
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = Listener(signal: signal)
      return state.lastListener
    }
    defer { _ = state.withLock { $0.listeners.removeValue(forKey: id) } }
    signal.yield()
    for await _ in signals {
      let (listener, snippets) = state.withLock { state in
        (state.listeners.updateValue(Listener(signal: signal), forKey: id), state.snippets)
      }
      if listener?.isEmptied == true { await report(.emptied) }
      for snippet in listener?.updated ?? [] { await report(.updated(snippet)) }
      await report(.list(snippets))
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let signals = state.withLock { state in
      body(&state)
      return state.listeners.values.map(\.signal)
    }
    for signal in signals { signal.yield() }
  }

  private static func once(_ snippets: [Snippet]) -> [Snippet] {
    let last = Dictionary(snippets.map { ($0.id, $0) }) { $1 }
    var seen: Set<String> = []
    return snippets.compactMap { seen.insert($0.id).inserted ? last[$0.id] : nil }
  }
}

/// An event that a source of snippets reports.
public enum SnippetEvent: Sendable, Hashable {
  /// The list of all snippets, in order. Views and pages of unchanged snippets are kept.
  /// - Parameter serverTime: the current time according to the server that sent the list; `nil` to use this machine's
  ///   clock.
  case list([Snippet], serverTime: Date? = nil)
  /// A new version of a snippet, which keeps its index. The snippet's page is regenerated, even if the snippet is
  /// unchanged.
  case updated(Snippet)
  /// An empty list. All views and pages of snippets that are reported afterwards are recreated.
  case emptied
}

/// A source of snippets: ``SnippetStore``, ``SnippetFile``, ``SnippetServer``, or a custom type.
public protocol SnippetSource: Sendable {
  /// Reports the list and each change until the task is cancelled. The caller does not call this function again before
  /// the previous call has ended.
  func run(reporting report: @escaping @Sendable (SnippetEvent) async -> Void) async
  /// Makes ``run(reporting:)`` report ``SnippetEvent/emptied`` and then the current list.
  func forceRefresh()
}
