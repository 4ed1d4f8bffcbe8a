import Foundation

/// What a list's server is asked, and when: a value, which is told what happens and says what is to be done.
///
/// The list is loaded; if it says where to listen, a socket is opened. Once that is open the list is loaded again,
/// because something may have changed before. When the socket ends: three seconds later its address is forgotten and
/// the list is loaded, which says where to listen now.
struct SnippetConnection {
  /// What happens.
  enum Event: Equatable {
    case started
    /// The program wants everything anew.
    case refreshed
    /// The list has come.
    case loaded(listenOn: URL?)
    case failed
    case socketOpened(Int)
    /// It did not open, or is over.
    case socketEnded(Int)
    case message(SnippetMessage, socket: Int)
    /// A time is over.
    case passed(Timer)
  }

  /// What is to be done.
  enum Effect: Equatable {
    case load
    case open(URL, socket: Int)
    case close(socket: Int)
    case wait(Timer, Duration)
    case report(SnippetEvent)
  }

  /// A time that is waited for. An old one means nothing any more.
  struct Timer: Hashable {
    enum Purpose: Hashable {
      /// To load again after a failure.
      case retry
      /// To find out where to listen after a socket has ended.
      case reconnect
      /// Until messages make it load again.
      case rest
    }

    let purpose: Purpose
    let number: Int
  }

  private enum Socket: Equatable {
    case none
    /// Opening, or open.
    case used(Int, URL)
    case ended
  }

  static let reconnectPause: Duration = .seconds(3)
  static let restPause: Duration = .milliseconds(250)
  static let longestRetryPause: Duration = .seconds(60)

  private var socket = Socket.none
  private var isLoading = false
  /// What is being loaded may be older than what has happened since.
  private var isLoadWanted = false
  private var failures = 0
  private var isResting = false
  private var isLoadWantedAfterRest = false
  private var timers: [Timer.Purpose: Int] = [:]
  private var lastNumber = 0

  mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .started: return load()
    case .refreshed: return [.report(.emptied)] + load()
    case .loaded(let listenOn):
      isLoading = false
      failures = 0
      return listen(on: listenOn) + (isLoadWanted ? load() : [])
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
      socket = .ended
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
      // The list that is on its way may be older.
      if isLoading { isLoadWanted = true }
      return [.report(.updated(snippet))]
    }
  }

  private mutating func passed(_ purpose: Timer.Purpose) -> [Effect] {
    switch purpose {
    case .retry: return load()
    case .reconnect:
      socket = .none
      return load()
    case .rest:
      isResting = false
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

  /// A server that tells of a hundred changes is asked twice, not a hundred times.
  private mutating func loadAndRest() -> [Effect] {
    guard !isResting else {
      isLoadWantedAfterRest = true
      return []
    }
    isResting = true
    return load() + [wait(.rest, Self.restPause)]
  }

  private mutating func listen(on url: URL?) -> [Effect] {
    var effects: [Effect] = []
    switch socket {
    // The time until it is forgotten goes on.
    case .ended: return []
    case .used(_, let current) where current == url: return []
    case .used(let number, _): effects = [.close(socket: number)]
    case .none: break
    }
    guard let url else {
      socket = .none
      return effects
    }
    lastNumber += 1
    socket = .used(lastNumber, url)
    return effects + [.open(url, socket: lastNumber)]
  }

  private mutating func wait(_ purpose: Timer.Purpose, _ duration: Duration) -> Effect {
    lastNumber += 1
    timers[purpose] = lastNumber
    return .wait(Timer(purpose: purpose, number: lastNumber), duration)
  }

  private func isCurrent(_ number: Int) -> Bool {
    if case .used(number, _) = socket { true } else { false }
  }
}
