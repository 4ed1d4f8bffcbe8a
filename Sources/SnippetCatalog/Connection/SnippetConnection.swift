import Foundation

/// The state machine for the connection to the server of a list. It receives events and returns the next actions.
///
/// The list is loaded first. If it contains the URL of a WebSocket, this socket is opened. Once the socket is open, the
/// list is loaded again, because it may have changed in the meantime. Three seconds after a socket has ended, the list
/// is loaded again, because it contains the URL of the next socket.
struct SnippetConnection {
  /// An event to which the connection reacts.
  enum Event: Equatable {
    case started
    /// The program has requested that the list be emptied and loaded again.
    case refreshed
    /// The list was loaded. The event `list` is reported before all other effects.
    case loaded(listenOn: URL?, list: SnippetEvent? = nil)
    case failed
    case socketOpened(Int)
    /// A socket could not be opened, or has ended.
    case socketEnded(Int)
    case message(SnippetMessage, socket: Int)
    /// A timer has fired.
    case passed(Timer)
  }

  /// An action for the caller.
  enum Effect: Equatable {
    case load
    case open(URL, socket: Int)
    case close(socket: Int)
    case wait(Timer, Duration)
    case report(SnippetEvent)
  }

  /// A timer. A new timer replaces a running timer with the same purpose, and the event of the replaced timer is
  /// ignored.
  struct Timer: Hashable {
    enum Purpose: Hashable {
      /// The pause before the next attempt to load, after a failure.
      case retry
      /// The pause before the list is loaded again, after a socket has ended.
      case reconnect
      /// The time after a message has started a load. Messages that arrive during this time cause only one more load,
      /// at its end.
      case rest
    }

    let purpose: Purpose
    let number: Int
  }

  static let reconnectPause: Duration = .seconds(3)
  static let restPause: Duration = .milliseconds(250)
  static let longestRetryPause: Duration = .seconds(60)

  /// The socket that is opening or open; `nil` if there is none.
  private var socket: (number: Int, url: URL)?
  private var isLoading = false
  /// Indicates whether to load the list again after the load in progress, which may have missed the latest change.
  private var isLoadWanted = false
  private var failures = 0
  private var isLoadWantedAfterRest = false
  /// The numbers of the running timers.
  private var timers: [Timer.Purpose: Int] = [:]
  private var lastNumber = 0

  mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .started: return load()
    case .refreshed: return [.report(.emptied)] + load()
    case .loaded(let listenOn, let list):
      isLoading = false
      failures = 0
      return (list.map { [.report($0)] } ?? []) + listen(on: listenOn) + (isLoadWanted ? load() : [])
    case .failed:
      isLoading = false
      isLoadWanted = false
      failures += 1
      let pause = min(Self.longestRetryPause, .seconds(1 << min(failures - 1, 6)))
      return [wait(.retry, pause)]
    case .socketOpened(let number):
      return isCurrent(number) ? load() : []
    case .socketEnded(let number):
      guard isCurrent(number) else { return [] }
      socket = nil
      return [wait(.reconnect, Self.reconnectPause)]
    case .message(let message, let number):
      return isCurrent(number) ? take(message) : []
    case .passed(let timer):
      guard timers[timer.purpose] == timer.number else { return [] }
      timers[timer.purpose] = nil
      return passed(timer.purpose)
    }
  }

  private mutating func take(_ message: SnippetMessage) -> [Effect] {
    switch message {
    case .created, .deleted: return loadAndRest()
    case .updated(let snippet):
      // The list that is being loaded may be older than this update, so it is loaded again afterwards.
      if isLoading { isLoadWanted = true }
      return [.report(.updated(snippet))]
    }
  }

  private mutating func passed(_ purpose: Timer.Purpose) -> [Effect] {
    switch purpose {
    case .retry, .reconnect: return load()
    case .rest:
      guard isLoadWantedAfterRest else { return [] }
      isLoadWantedAfterRest = false
      return loadAndRest()
    }
  }

  private mutating func load() -> [Effect] {
    timers[.retry] = nil
    isLoadWanted = isLoading
    guard !isLoading else { return [] }
    isLoading = true
    return [.load]
  }

  /// Loads the list, at most once per ``restPause``. A server that reports a hundred changes at once receives two
  /// requests, not a hundred.
  private mutating func loadAndRest() -> [Effect] {
    guard timers[.rest] == nil else {
      isLoadWantedAfterRest = true
      return []
    }
    return load() + [wait(.rest, Self.restPause)]
  }

  private mutating func listen(on url: URL?) -> [Effect] {
    // After a socket has ended, the reconnect timer will load the list again.
    guard timers[.reconnect] == nil, socket?.url != url else { return [] }
    let effects = socket.map { [Effect.close(socket: $0.number)] } ?? []
    socket = nil
    guard let url else { return effects }
    lastNumber += 1
    socket = (lastNumber, url)
    return effects + [.open(url, socket: lastNumber)]
  }

  private mutating func wait(_ purpose: Timer.Purpose, _ duration: Duration) -> Effect {
    lastNumber += 1
    timers[purpose] = lastNumber
    return .wait(Timer(purpose: purpose, number: lastNumber), duration)
  }

  private func isCurrent(_ number: Int) -> Bool { socket?.number == number }
}
