import DSBridge
import DSBridgeLocks
import Foundation
import Observation
import SnippetBridgeHTTP

/// The state of a web view's page that is visible to programs: its navigation, title, URL and history. Safe on any
/// thread.
///
/// The values can be read as sequences. Values that are also properties of ``WebViewNavigator`` can be observed with
/// `withObservationTracking`.
final class PageState: Sendable, Observable {
  /// Whether the page can go back and forward in its history.
  struct History: Sendable, Equatable, Decodable {
    var back = false
    var forward = false
  }

  private struct State {
    var progress = NavigationProgress()
    var timer: ScheduledAction?
    /// The commands that wait until the page can receive them, or `nil` if the page can receive commands now.
    var held: [JSON]? = []
    /// The number of back and forward commands whose target the page has not reported yet. Commands that are stored for
    /// the page count too.
    var traversals = 0
    /// Whether a module such as the shell, instead of the page, sets the history.
    var hasOwnHistory = false
  }

  /// The state of the navigation. A changed progress counts as a change, although `==` ignores the progress.
  let loading = Observed(LoadingState.idle, isSame: { $0.isIdentical(to: $1) })
  let isLoading = Observed(false)
  let progress = Observed(0.0)
  let title = Observed("")
  let url = Observed<URL?>(nil)
  let history = Observed(History())
  let themeColor = Observed<String?>(nil)
  let favicon = Observed<URL?>(nil)

  private let registrar = ObservationRegistrar()
  private let state = Mutex(State())
  private let scheduler: Scheduler

  init(scheduler: Scheduler) { self.scheduler = scheduler }

  func apply(_ event: NavigationProgress.Event) { change { $0.apply(event, at: .now) } }

  /// The maximum size of a title, in bytes. A longer title is truncated.
  private static let maximumTitleSize = 8 << 10

  /// The maximum size of a theme color, in bytes. A longer value is ignored.
  private static let maximumColorSize = 100
  /// The maximum size of an icon's URL, in bytes. A longer URL is ignored.
  private static let maximumIconSize = 16 << 10

  /// Applies a report from the page. Invalid reports are ignored.
  /// - Parameter origin: the origin of the page. A page could otherwise report the address of another site, which a
  ///   shell's toolbar would show.
  func pageTold(_ name: String, _ value: JSON, from origin: @autoclosure () -> WebOrigin?) {
    func decoded<Value: Decodable>(_ type: Value.Type) -> Value? { try? JSONSerializer().decode(type, from: value) }
    switch name {
    case "ready": apply(.interactive)
    case "loaded": apply(.load)
    case "title":
      if let title = decoded(String.self) { apply(.titleChanged(title.cut(toBytes: Self.maximumTitleSize))) }
    case "location":
      let origin = origin()
      if let url = decoded(String.self).flatMap(URL.init), origin == nil || WebOrigin(of: url) == origin {
        apply(.moved(url))
      }
    case "theme": themeColor.set(decoded(String.self).flatMap { $0.utf8.count <= Self.maximumColorSize ? $0 : nil })
    case "icon":
      let schemes = ["http", "https", "data"]
      favicon.set(
        decoded(String.self).flatMap { $0.utf8.count <= Self.maximumIconSize ? URL(string: $0) : nil }
          .flatMap { schemes.contains($0.scheme?.lowercased() ?? "") ? $0 : nil })
    case "history": if !hasOwnHistory, let told = decoded(History.self) { set(told) }
    default: break
    }
  }

  // MARK: Values

  /// Returns a value and registers the access for observation tracking.
  func observed<Value>(_ property: KeyPath<PageState, Observed<Value>>) -> Value {
    registrar.access(self, keyPath: property)
    return self[keyPath: property].value
  }

  /// Notifies the observers of a changed value.
  private func changed<Value>(_ property: KeyPath<PageState, Observed<Value>>) {
    registrar.withMutation(of: self, keyPath: property) {}
  }

  private func set(_ history: History) {
    if self.history.set(history) { changed(\.history) }
  }

  /// Whether a module such as the shell, instead of the page, sets the history.
  var hasOwnHistory: Bool { state.withLock { $0.hasOwnHistory } }

  /// Sets the history on behalf of a module such as the shell. From now on, the page's own reports of its history are
  /// ignored.
  func setHistory(_ own: History) {
    state.withLock { $0.hasOwnHistory = true }
    set(own)
  }

  func end() {
    state.withLock { $0.timer.take() }?.cancel()
    for end in [
      loading.end, isLoading.end, progress.end, title.end, url.end, history.end, themeColor.end, favicon.end,
    ] { end() }
  }

  // MARK: Commands

  /// Returns whether the page can receive commands now. If not, stores `command` for later.
  func mayCommand(orHold command: JSON) -> Bool {
    state.withLock { state in
      state.held?.append(command)
      return state.held == nil
    }
  }

  /// Records that a command to go back or forward is about to be sent to the page.
  func beginTraversal() { state.withLock { $0.traversals += 1 } }

  /// Records that the page has reported the target of a step back or forward. Returns `false` if native code has not
  /// requested a step, so that a page cannot present its own navigation as such a step.
  func endTraversal() -> Bool {
    state.withLock { state in
      defer { state.traversals = max(0, state.traversals - 1) }
      return state.traversals > 0
    }
  }

  /// Marks the page as able to receive commands. Returns the commands stored for the page.
  func takeHeld() -> [JSON] { state.withLock { $0.held.take() } ?? [] }

  /// Resets the state for a new document. Commands are stored until the document reports that it can receive them.
  func documentOpened(at url: URL) {
    let hasOwnHistory = state.withLock { state in
      if state.held == nil { state.held = [] }
      state.traversals = 0
      return state.hasOwnHistory
    }
    if !hasOwnHistory { set(History()) }
    themeColor.set(nil)
    favicon.set(nil)
    apply(.hello(url))
  }

  // MARK: Deadline

  private func change(_ change: (inout NavigationProgress) -> Void) {
    let isNew = state.withLock { state in
      let old = state.progress
      change(&state.progress)
      let new = state.progress
      // Store the values under the lock. Otherwise, of two simultaneous changes, the older one could be stored last.
      let isNew = (
        progress: progress.store(new.estimatedProgress, after: old.estimatedProgress),
        title: title.store(new.title, after: old.title), url: url.store(new.url, after: old.url),
        isLoading: isLoading.store(new.isLoading, after: old.isLoading),
        loading: loading.store(new.state, after: old.state)
      )
      if let deadline = new.deadline {
        state.timer = state.timer ?? timer(until: deadline)
      } else {
        state.timer.take()?.cancel()
      }
      return isNew
    }
    func notify<Value>(_ property: KeyPath<PageState, Observed<Value>>, if isNew: Bool) {
      guard isNew else { return }
      self[keyPath: property].resumeReaders()
      changed(property)
    }
    if isNew.progress { progress.resumeReaders() }
    notify(\.title, if: isNew.title)
    notify(\.url, if: isNew.url)
    notify(\.isLoading, if: isNew.isLoading)
    notify(\.loading, if: isNew.loading)
  }

  /// Starts a timer that checks the deadline when it is reached. If the deadline was extended in the meantime, the
  /// check starts another timer.
  private func timer(until deadline: NavigationProgress.Instant) -> ScheduledAction {
    scheduler.schedule(after: max(.zero, deadline - .now)) { [weak self] in
      self?.state.withLock { $0.timer = nil }
      self?.change { $0.checkDeadline(at: .now) }
    }
  }
}
