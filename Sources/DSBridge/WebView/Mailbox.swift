import Synchronization

/// What waits for a web view, in order. One consumer takes all that is there at once: one hop, however much it is.
final class Mailbox: Sendable {
  typealias Item = @Sendable (isolated WebView) -> Void

  fileprivate struct State {
    var items: [Item] = []
    var isDraining = false
    /// What the page said before the web view was introduced; nil from then on.
    var early: [Item]?
    /// Of all that waits and came from the page, in bytes.
    var weight = 0
  }

  private let state: Mutex<State>

  init(isIntroduced: Bool) {
    state = Mutex(State(early: isIntroduced ? nil : []))
  }

  /// True when the caller must start the consumer.
  func post(_ item: @escaping Item) -> Bool {
    state.withLock { $0.post(item) }
  }

  enum Posting {
    case posted(mustStart: Bool)
    /// Too much waits already.
    case refused
  }

  /// Something of the page, of `weight` bytes.
  func post(_ item: @escaping Item, weight: Int, limit: Int) -> Posting {
    state.withLock { state in
      guard weight == 0 || state.weight + weight <= limit else { return .refused }
      state.weight += weight
      if state.early != nil {
        state.early?.append(item)
        return .posted(mustStart: false)
      }
      return .posted(mustStart: state.post(item))
    }
  }

  /// What the page has said takes its place now. True when the caller must start the consumer.
  func introduced() -> Bool {
    state.withLock { state in
      let early = state.early ?? []
      state.early = nil
      return early.reduce(false) { state.post($1) || $0 }
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
      if state.early == nil { state.weight = 0 }
      return state.items
    }
  }
}

extension Mailbox.State {
  fileprivate mutating func post(_ item: @escaping Mailbox.Item) -> Bool {
    items.append(item)
    defer { isDraining = true }
    return !isDraining
  }
}
