public import DSBridge
import Foundation
import Logging
import SnippetBridge
public import SnippetShell

/// A web view that several screens share. Its document stays loaded during visits with Turbo.
///
/// Use the members only in the isolation of the shell whose screens share the web view.
public final class Session: ShellUser {
  /// The type that decides about proposals.
  public weak var delegate: (any SessionDelegate)?
  /// The name of the session, such as `main` or `modal`.
  public let name: String
  /// The shell that shows the page.
  public private(set) weak var shell: Shell?
  /// The web view of the page; `nil` before the first visit, and after the page was lost.
  public internal(set) var webView: WebView?

  let isModal: Bool
  let config: HotwireConfig
  let logger: Logger
  private var page: ScreenID?
  var state = SessionState()
  /// The limit of proposals, which a page can make without the user.
  private var proposalLimit = RateLimit<Bool>(burst: 200, recovery: .milliseconds(50), maximumKeys: 1)
  private var visitables: [SessionState.Key: WeakVisitable] = [:]
  private var lastKey = 0

  private struct WeakVisitable {
    weak var visitable: (any Visitable)?
  }

  /// Creates a session.
  /// - Parameter isModal: whether the screens of the session are sheets.
  public init(name: String, shell: Shell?, isModal: Bool = false, config: HotwireConfig = Hotwire.config) {
    self.name = name
    self.shell = shell
    self.isModal = isModal
    self.config = config
    logger = shell?.webView.logger ?? Logger(label: "SnippetVisits")
  }

  /// The screen that was last shown with a visit of this session.
  public var topmostVisitable: (any Visitable)? { state.topmost.flatMap(visitable) }
  /// The screen that shows the session's page.
  public var activeVisitable: (any Visitable)? { state.active.flatMap(visitable) }

  // MARK: Visits

  /// Starts a visit of a screen with an action.
  public func visit(_ visitable: any Visitable, action: VisitAction) {
    visit(visitable, options: VisitOptions(action: action))
  }

  /// Starts a visit of a screen. The first visit of the session, and a visit with `reload`, loads a document.
  public func visit(_ visitable: any Visitable, options: VisitOptions? = nil, reload: Bool = false) {
    visitable.visitableDelegate = self
    let key = key(of: visitable)
    perform(state.visit(key, browserURL(of: visitable), options ?? VisitOptions(), reload: reload))
  }

  /// Loads the page of the topmost screen again.
  public func reload() { perform(state.reload()) }

  /// Clears Turbo's cache of pages.
  public func clearSnapshotCache() { send(.clearSnapshotCache) }

  /// Clears Turbo's cache of pages when a screen of this session appears the next time.
  public func markSnapshotCacheAsStale() { state.isSnapshotCacheStale = true }

  /// Loads the page again when a screen of this session appears the next time.
  public func markContentAsStale() { state.isContentStale = true }

  /// Makes a screen of the shell show this session's page.
  package func show(in screen: ScreenID) {
    guard let page = preparedPage() else { return }
    inShell { $0.show(sharedPage: page, in: screen) }
  }

  /// Cancels the visit of a removed screen.
  func remove(_ visitable: any Visitable) { perform(state.remove(key(of: visitable))) }

  /// Counts a proposal of the page. Returns `false`, with a line in the log, if the page makes too many.
  func admitsProposal(at now: ContinuousClock.Instant = .now) -> Bool {
    guard proposalLimit.wait(of: true, at: now) == nil else {
      logger.warning("a page proposes too many visits; this one is ignored", metadata: ["session": "\(name)"])
      return false
    }
    proposalLimit.count(true, at: now)
    return true
  }

  // MARK: Visitables

  func key(of visitable: any Visitable) -> SessionState.Key {
    if let known = visitables.first(where: { $0.value.visitable === visitable }) { return known.key }
    visitables = visitables.filter { $0.value.visitable != nil }
    lastKey += 1
    visitables[lastKey] = WeakVisitable(visitable: visitable)
    return lastKey
  }

  func visitable(_ key: SessionState.Key) -> (any Visitable)? { visitables[key]?.visitable }

  /// Returns the URL at which the browser loads a screen's page.
  private func browserURL(of visitable: any Visitable) -> URL {
    let url = visitable.currentVisitableURL
    return (inShell { try? $0.browserURL(of: url) } ?? nil) ?? url
  }

  // MARK: The shell

  /// Returns the session's page. Creates the page if it does not exist yet.
  private func preparedPage() -> ScreenID? {
    if let page { return page }
    let reference = WeakInShell(self)
    let isModal = isModal
    page = inShell { shell in
      shell.addSharedPage(isSheet: isModal) { event, _ in reference.object?.receive(event) }
    }
    return page
  }

  func load(_ url: URL, html: String?) {
    guard let page = preparedPage() else { return }
    let agent = config.userAgent
    do {
      webView = try inShell { try $0.load(url, inSharedPage: page, html: html, userAgent: agent) }
      // The browser creates the iframe only after the shell's next update has been sent, so the web view can still be
      // set up here.
      webView.map(config.makeCustomWebView)
      state.active.map(activate)
    } catch {
      perform(state.loadFailed(statusCode: nil, message: "\(error)"))
    }
  }

  func send(_ command: PageCommand) {
    guard let json = try? JSONSerializer().encode(command) else { return }
    note("a command to the page of a session", "\(json)")
    webView?.tellPage("visit", json)
  }
}

extension Session {
  /// Logs an event of a visit. With `debugLoggingEnabled`, the level is at least `info`.
  func note(_ event: Logger.Message, _ text: @autoclosure () -> String, level: Logger.Level = .debug) {
    config.logger.log(
      level: config.debugLoggingEnabled ? max(level, .info) : level, event,
      metadata: ["session": "\(name)", "text": "\(text().prefix(500))"])
  }
}
