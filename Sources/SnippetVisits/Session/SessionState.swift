import Foundation

/// The state of a session: its visits, and the screen that shows its page. A value type without side effects.
///
/// Each function takes an event and returns the effects of the event, in order.
struct SessionState: Sendable {
  /// The number of a visitable within its session.
  typealias Key = Int

  /// An effect of an event. ``Session`` performs it.
  enum Effect: Sendable, Hashable {
    /// Loads a document in a new iframe. `html` is the document if it has been received already.
    case load(URL, html: String?)
    case send(PageCommand)
    /// Shows the page in the screen.
    case activate(Key)
    /// Removes the page from the screen.
    case deactivate(Key)
    case showIndicator(Key)
    case hideIndicator(Key)
    /// Sets the address and the title of the screen's page.
    case present(Key, URL?, title: String?)
    case rendered(Key)
    case finished(Key)
    case failed(Key, HotwireNativeError)
    case proposed(URL, VisitOptions)
    case redirectedElsewhere(URL)
    case loaded
    case requestStarted
    case requestFinished
    case formStarted(URL)
    case formFinished(URL)
    case terminated
    /// Starts a cold boot of the screen at the screen's current URL.
    case reload(Key)
    /// Starts a visit of the screen with the action `restore`.
    case restore(Key)
    case log(String)
  }

  /// Whether the page can receive visits.
  var isInitialized = false
  var current: SessionVisit?
  /// Turbo's identifiers of the latest visits that Swift has started before the current one.
  private var formerIdentifiers: [String] = []
  /// The screen that was last shown with a visit of this session.
  var topmost: Key?
  /// The screen that shows the session's page; `nil` if none does.
  var active: Key?
  var isSnapshotCacheStale = false
  var isContentStale = false
  var visible: Set<Key> = []
  var restorationIdentifiers: [Key: String] = [:]
  var isTurboReady = false
  var lastNumber = 0
  /// The last proposal of the page, whose response the page has kept.
  var proposal: (number: Int, url: URL, options: VisitOptions)?
  /// The address of a form that the page sends without Turbo, and whether the document of the response has opened.
  var posted: (url: URL, hasResponse: Bool)?
  /// The received part of a proposal's document, which the page sends in several messages.
  var html: (proposal: Int, text: String)?

  // MARK: Visits

  /// Starts a visit. Cancels the current one.
  mutating func visit(_ screen: Key, _ url: URL, _ options: VisitOptions, reload: Bool = false) -> [Effect] {
    if reload { isInitialized = false }
    posted = nil
    var effects = cancel()
    // A response without a document cannot be shown, so the visit makes a request instead.
    let isUsable = options.response?.responseHTML != nil
    let options = VisitOptions(action: options.action, response: isUsable ? options.response : nil)
    lastNumber += 1
    let visit = SessionVisit(
      number: lastNumber, screen: screen, url: url, options: options, isColdBoot: !isInitialized)
    rememberIdentifier(current?.identifier)
    current = visit
    effects += activate(screen)
    return effects + (visit.isColdBoot ? boot() : [.send(.visit(command(for: visit)))])
  }

  /// Remembers the identifier of a visit that is no longer the current one, so that ``isFormer(_:)`` recognizes it.
  mutating func rememberIdentifier(_ identifier: String?) {
    guard let identifier else { return }
    formerIdentifiers.append(identifier)
    if formerIdentifiers.count > Self.formerCount { formerIdentifiers.removeFirst() }
  }

  private static let formerCount = 50

  /// Returns whether Swift has started the visit with this identifier before the current one. The page's messages about
  /// such a visit are late, and must not change the screen that the page shows now.
  func isFormer(_ identifier: String) -> Bool { formerIdentifiers.contains(identifier) }

  /// Loads the topmost screen's page again.
  mutating func reload() -> [Effect] { topmost.map { [.reload($0)] } ?? [] }

  /// Cancels the current visit if it has not completed.
  mutating func cancel() -> [Effect] {
    guard let visit = current, visit.state == .started else { return [] }
    current?.state = .canceled
    var effects: [Effect] = []
    if !visit.isColdBoot, let identifier = visit.identifier {
      effects.append(.send(.cancel(identifier: identifier)))
    }
    return effects + finishRequest() + [.hideIndicator(visit.screen), .finished(visit.screen)]
  }

  mutating func boot() -> [Effect] {
    guard let visit = current else { return [] }
    isInitialized = false
    isTurboReady = false
    restorationIdentifiers = [:]
    let response = visit.options.response
    let html = response?.isSuccessful == true ? response?.responseHTML : nil
    return startRequest() + [.showIndicator(visit.screen), .load(visit.url, html: html)]
  }

  private func command(for visit: SessionVisit) -> PageCommand.Visit {
    var command = PageCommand.Visit(
      number: visit.number, location: visit.url.absoluteString, options: visit.options)
    if visit.options.action == .restore { command.restorationIdentifier = restorationIdentifiers[visit.screen] }
    if let proposal, proposal.url == visit.url, proposal.options.response == visit.options.response {
      // The page has stored the proposal's document, so the document is not sent again.
      command.proposal = proposal.number
      command.options = VisitOptions(action: visit.options.action)
    }
    return command
  }

  mutating func startRequest() -> [Effect] {
    guard current?.request == SessionVisit.Request.none else { return [] }
    current?.request = .started
    return [.requestStarted]
  }

  mutating func finishRequest() -> [Effect] {
    guard current?.request == .started else { return [] }
    current?.request = .finished
    return [.requestFinished]
  }

  private mutating func activate(_ screen: Key) -> [Effect] {
    guard active != screen else { return [] }
    let old = active
    active = screen
    return (old.map { [.deactivate($0)] } ?? []) + [.activate(screen)]
  }

  mutating func fail(_ error: HotwireNativeError) -> [Effect] {
    guard let visit = current, visit.state == .started else { return [] }
    current?.state = .failed
    return [.hideIndicator(visit.screen), .failed(visit.screen, error)] + finishRequest() + [.finished(visit.screen)]
  }

  // MARK: Screens

  mutating func willAppear(_ screen: Key) -> [Effect] {
    visible.insert(screen)
    guard topmost != nil, let visit = current else { return [] }
    var effects: [Effect] = []
    if isSnapshotCacheStale {
      isSnapshotCacheStale = false
      effects.append(.send(.clearSnapshotCache))
    }
    if isContentStale {
      isContentStale = false
      return effects + [.reload(screen)]
    }
    let isShown = visit.state == .started || visit.options.response?.responseHTML != nil
    if visit.screen == screen, isShown {
      topmost = screen
    } else if screen != topmost || active != screen {
      effects.append(.restore(screen))
    }
    return effects
  }

  mutating func didAppear(_ screen: Key) -> [Effect] {
    visible.insert(screen)
    guard let visit = current, visit.screen == screen else { return [] }
    topmost = screen
    return visit.state == .failed ? [] : activate(screen)
  }

  /// Handles the disappearance of a screen. If the screen still shows the session's page, Turbo stores a snapshot of
  /// the page.
  mutating func didDisappear(_ screen: Key) -> [Effect] {
    visible.remove(screen)
    guard active == screen else { return [] }
    active = nil
    return (isInitialized ? [.send(.cacheSnapshot)] : []) + [.deactivate(screen)]
  }

  /// Removes a screen that will not be shown again.
  mutating func remove(_ screen: Key) -> [Effect] {
    visible.remove(screen)
    restorationIdentifiers[screen] = nil
    var effects: [Effect] = []
    if current?.screen == screen { effects = cancel() }
    if active == screen {
      active = nil
      effects.append(.deactivate(screen))
    }
    return effects
  }
}
