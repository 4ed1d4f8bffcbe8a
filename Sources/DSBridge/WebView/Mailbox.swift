import Synchronization

/// What waits for a web view, in order. One consumer takes all that is there at once: one hop, however much it is.
final class Mailbox: Sendable {
  typealias Item = @Sendable (isolated WebView) -> Void

  private struct State {
    var items: [Item] = []
    var isDraining = false
  }

  private let state = Mutex(State())

  /// True when the caller must start the consumer.
  func post(_ item: @escaping Item) -> Bool {
    state.withLock { state in
      state.items.append(item)
      defer { state.isDraining = true }
      return !state.isDraining
    }
  }

  /// All that waits, or nil: then the consumer is done.
  func take() -> [Item]? {
    state.withLock { state in
      guard !state.items.isEmpty else {
        state.isDraining = false
        return nil
      }
      defer { state.items = [] }
      return state.items
    }
  }
}
