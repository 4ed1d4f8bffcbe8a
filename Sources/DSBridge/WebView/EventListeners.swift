import DSBridgeLocks

/// The readers of a web view's events: one for each sequence that ``WebView/events`` has returned.
final class EventListeners: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<WebView.Event>.Continuation] = [:]
    var lastID = 0
    var isOver = false
    /// The events that a new reader receives first. They describe the current document and its connection.
    var present: [WebView.Event] = []
  }

  private let state = Mutex(State())

  func add() -> AsyncStream<WebView.Event> {
    let (events, listener) = AsyncStream<WebView.Event>.makeStream(bufferingPolicy: .bufferingNewest(1000))
    let id = state.withLock { state -> Int? in
      guard !state.isOver else { return nil }
      // These events are sent under the lock, so that no newer event reaches the reader first. This cannot block,
      // because `yield` only stores the event.
      for event in state.present { listener.yield(event) }
      state.lastID += 1
      state.listeners[state.lastID] = listener
      return state.lastID
    }
    guard let id else {
      listener.finish()
      return events
    }
    listener.onTermination = { [weak self] _ in
      // The listener is released here, outside of the lock.
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
    }
    return events
  }

  /// Whether the document has a socket.
  var isConnected: Bool {
    state.withLock { $0.present.last == .connected || $0.present.last == .resumed }
  }

  /// Sends an event. The event `closed` is the last one, and ends the readers' sequences.
  func tell(_ event: WebView.Event) {
    let listeners = state.withLock { state in
      let listeners = Array(state.listeners.values)
      switch event {
      case .documentChanged: state.present = [event]
      case .navigationDenied: break
      case .closed: state = State(isOver: true)
      default: state.present = state.present.prefix(1) + [event]
      }
      return listeners
    }
    for listener in listeners {
      listener.yield(event)
      if event == .closed { listener.finish() }
    }
  }

  /// Ends the readers' sequences when a web view is released without having been closed.
  deinit {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
  }
}
