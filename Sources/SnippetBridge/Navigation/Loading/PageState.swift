import DSBridge
import Foundation
import Locks

/// What a program can see of a web view's page: how its navigation goes on, its title and address, where its history
/// leads. Any thread.
final class PageState: Sendable {
  /// Where a page can go.
  struct History: Sendable, Equatable, Decodable {
    var back = false
    var forward = false
  }

  private struct State {
    var progress = NavigationProgress()
    var timer: (action: ScheduledAction, instant: NavigationProgress.Instant)?
    /// What native code has the page do, before it can.
    var held: [JSON]? = []
    /// Steps back and forward that the page was told to do, and has not said where they lead.
    var traversals = 0
  }

  let loading = Observed(LoadingState.idle)
  let progress = Observed(0.0)
  let title = Observed("")
  let url = Observed<URL?>(nil)
  let history = Observed(History())

  private let state = Mutex(State())
  private let scheduler: Scheduler

  init(scheduler: Scheduler) {
    self.scheduler = scheduler
  }

  func apply(_ event: NavigationProgress.Event) {
    change { $0.apply(event, at: .now) }
  }

  /// The maximum size of a title, in bytes. A longer one is cut.
  private static let maximumTitleSize = 8 << 10

  /// What a page tells of itself; what it cannot be is ignored.
  func pageTold(_ name: String, _ value: JSON) {
    func decoded<Value: Decodable>(_ type: Value.Type) -> Value? { try? JSONSerializer().decode(type, from: value) }
    switch name {
    case "ready": apply(.interactive)
    case "loaded": apply(.load)
    case "title":
      if let title = decoded(String.self) { apply(.titleChanged(title.cut(toBytes: Self.maximumTitleSize))) }
    case "location": if let url = decoded(String.self).flatMap(URL.init) { apply(.moved(url)) }
    case "history": if let told = decoded(History.self) { history.set(told) }
    default: break
    }
  }

  func end() {
    state.withLock { $0.timer.take() }?.action.cancel()
    for observed in [loading.end, progress.end, title.end, url.end, history.end] { observed() }
  }

  // MARK: Commands

  /// Whether the page can be told now. If not, `command` is kept for when it can.
  func mayCommand(orHold command: JSON) -> Bool {
    state.withLock { state in
      state.held?.append(command)
      return state.held == nil
    }
  }

  /// The page is about to be told to go back or forward.
  func beginTraversal() {
    state.withLock { $0.traversals += 1 }
  }

  /// The page says where such a step leads. False when it was not told to do one.
  func endTraversal() -> Bool {
    state.withLock { state in
      defer { state.traversals = max(0, state.traversals - 1) }
      return state.traversals > 0
    }
  }

  /// The page can be told from now on; what was kept for it.
  func takeHeld() -> [JSON] {
    state.withLock { state in
      defer { state.held = nil }
      return state.held ?? []
    }
  }

  /// Another document is shown: it has yet to say that it can be told.
  func documentOpened(at url: URL) {
    state.withLock { state in
      if state.held == nil { state.held = [] }
      state.traversals = 0
    }
    history.set(History())
    apply(.hello(url))
  }

  // MARK: Time

  private func change(_ change: (inout NavigationProgress) -> Void) {
    let (old, mustSchedule) = state.withLock { state in
      change(&state.progress)
      // Under the lock, so that nobody sees an older state last. Nothing here calls out: readers are only resumed.
      title.set(state.progress.title)
      url.set(state.progress.url)
      progress.set(state.progress.estimatedProgress)
      // Last, so that who sees that a page is there finds the rest.
      loading.set(state.progress.state)
      guard state.timer?.instant != state.progress.deadline else { return (nil as ScheduledAction?, false) }
      return (state.timer.take()?.action, state.progress.deadline != nil)
    }
    old?.cancel()
    if mustSchedule { schedule() }
  }

  private func schedule() {
    guard let deadline = state.withLock({ $0.progress.deadline }) else { return }
    let action = scheduler.schedule(after: max(.zero, deadline - .now)) { [weak self] in
      self?.change { $0.checkDeadline(at: .now) }
    }
    let older = state.withLock { state in
      defer { state.timer = (action, deadline) }
      return state.timer
    }
    older?.action.cancel()
  }
}
