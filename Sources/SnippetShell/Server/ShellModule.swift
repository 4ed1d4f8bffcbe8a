import DSBridge
import DSBridgeLocks
import Foundation
import HTTPTypes
import Logging
import SnippetBridge
import SnippetBridgeCResources
import SnippetBridgeHTTP
import SnippetBridgePlatform
import SnippetBridgeWebServer

/// The shells of one server and the web views of their screens.
final class ShellModule: ServerModule {
  /// The state of an iframe of a shell. Any thread may read it.
  private struct Pane {
    weak var shell: Shell?
    let screen: ScreenID
    /// Whether several screens share the page.
    var isShared = false
    /// The page that was made for the iframe, with its URL; `nil` if the iframe loads its page without changes.
    var page: (url: String, made: MadePage)?
    var url: URL?
    /// The URL and the time of the last navigation that the page proposed, to recognize a double click.
    var proposal: (url: URL, time: ContinuousClock.Instant)?
    /// The time of the user's last click or key press in a page that had not loaded yet.
    var action: ContinuousClock.Instant?
  }

  private struct State {
    var page: ShellPage?
    var pages: SnippetPages?
    var tickets = ShellTickets()
    /// The shells, by the identifiers of their web views.
    var shells: [String: Shell] = [:]
    var panes: [String: Pane] = [:]
  }

  /// The maximum time between the two clicks of a double click.
  private static let doubleClick: Duration = .milliseconds(500)
  /// The time after a click or key press during which a navigation counts as caused by the user, as in browsers.
  private static let actionTime: Duration = .seconds(5)

  let configuration: ShellConfiguration
  /// The object that adds proxied sites for pages of other servers; `nil` if the shell does not show such pages.
  let siteOpener: SiteOpener?
  private let prepare: @Sendable (isolated Shell) -> Void
  weak let server: BridgeServer?
  private let logger: Logger
  private let state = Mutex(State())

  init(
    of server: BridgeServer, configuration: ShellConfiguration, prepare: @escaping @Sendable (isolated Shell) -> Void
  ) {
    self.server = server
    self.configuration = configuration
    self.prepare = prepare
    siteOpener = configuration.browser.map { SiteOpener(limit: $0.maximumSites) }
    logger = server.configuration.logger
  }

  var isKiosk: Bool { configuration.kiosk != nil }

  var sessionScript: [UInt8] { Array(embedded_visits_js) }

  // MARK: Requests

  func use(_ script: PageScript, _ responses: OwnResponses) {
    let sites = server?.proxiedSites ?? []
    let pages = SnippetPages(
      transport: OwnTransport(responses: responses, sites: sites),
      origins: (try? SnippetOrigins(parsing: sites.map(\.target))) ?? [],
      renderer: SnippetRenderer(builtIns: .builtIns(version: configuration.version)), logger: logger,
      resolve: { [weak self] in self?.source(of: $0) })
    state.withLock {
      $0.page = ShellPage(script, configuration: configuration)
      $0.pages = pages
    }
  }

  /// The pages that are made from snippets; `nil` before the server starts.
  var pages: SnippetPages? { state.withLock { $0.pages } }

  func page(of webView: WebView, at url: URL) -> MadePage? {
    state.withLock { state in
      guard let page = state.panes[webView.id]?.page, page.url == url.withoutFragment else { return nil }
      return page.made
    }
  }

  func response(to request: ServerRequest) -> ServerResponse? {
    let isPage = request.path == ShellPage.path || configuration.isAtRoot && request.path == "/"
    let isFile = request.path.utf8.starts(with: ShellPage.filePrefix)
    // This request comes from a watchdog, which is not a browser (docs/guides/kiosk.md).
    if request.path == ShellPage.presencePath {
      let isShown = shells.contains { $0.webView.isConnected }
      return ServerResponse(isShown ? .noContent : .serviceUnavailable, headers: [.cacheControl: "no-store"])
    }
    guard isPage || isFile, let page = state.withLock({ $0.page }) else { return nil }
    if isFile { return page.file(for: request) }
    // At another port, this is a request to a proxied site, where `/` is a page of that site.
    guard request.listener == 0 else { return nil }
    return page.response(
      to: request, pageOrigins: server?.configuration.pageOrigins ?? [],
      sites: { [server] in server?.siteSource(seenFrom: $0) }
    ) {
      // A HEAD request shows no shell and therefore needs no ticket.
      request.method == .head ? "" : state.withLock { $0.tickets.issue(at: .now) }
    }
  }

  // MARK: Pages

  func documentOpened(in webView: WebView) {
    let (shell, pane) = state.withLock { ($0.shells[webView.id], $0.panes[webView.id]) }
    // Safe: this function runs on the shell's own executor.
    shell?.assumeIsolated { $0.pageChanged() }
    guard let pane, let shell = pane.shell else { return }
    perform(on: shell) { $0.documentChanged(of: pane.screen, in: webView) }
  }

  /// Runs `body` on the executor of a shell. `perform` keeps the order of the calls, but separate tasks would not.
  /// Therefore, the shell handles the opening of a document before later events of that document.
  private func perform(on shell: Shell, _ body: @escaping @Sendable (isolated Shell) -> Void) {
    // Safe: the shell runs on the executor of its web view.
    shell.webView.perform { _ in shell.assumeIsolated { body($0) } }
  }

  func pageTold(_ name: String, _ value: JSON, of webView: WebView) {
    if name == "shell" { return shellTold(value, of: webView) }
    guard let pane = state.withLock({ $0.panes[webView.id] }), let shell = pane.shell else { return }
    switch name {
    case "scroll":
      guard let place = try? JSONSerializer().decode([Int].self, from: value) else { return }
      perform(on: shell) { $0.scrolled(pane.screen, to: place) }
    case "step":
      guard let steps = try? JSONSerializer().decode([PageStep].self, from: value) else { return }
      perform(on: shell) { $0.stepped(pane.screen, in: webView, steps) }
    case "acted": state.withLock { $0.panes[webView.id]?.action = .now }
    case "touched": perform(on: shell) { $0.send(.touched) }
    case "escape": perform(on: shell) { $0.escaped(from: pane.screen) }
    case "visit": tellSession(.visit(value), in: webView)
    case "component": tellSession(.component(value), in: webView)
    default: break
    }
  }

  func formPosted(to url: URL, in webView: WebView) { tellSession(.posting(url), in: webView) }
  func formKeptDocument(in webView: WebView) { tellSession(.keptDocument, in: webView) }

  /// Passes an event of a web view to its session, in order, if it shows the page of a session.
  private func tellSession(_ event: SharedPageEvent, in webView: WebView) {
    guard let pane = state.withLock({ $0.panes[webView.id] }), pane.isShared, let shell = pane.shell else { return }
    perform(on: shell) { $0.receive(event, of: pane.screen, in: webView) }
  }

  private func shellTold(_ value: JSON, of webView: WebView) {
    let message: ShellMessage
    do { message = try JSONSerializer().decode(ShellMessage.self, from: value) } catch {
      return logger.warning(
        "the page of a shell sent an invalid message", metadata: ["webView": "\(webView.id)", "error": "\(error)"])
    }
    var found = state.withLock { $0.shells[webView.id] }
    if case .hello(let hello) = message {
      guard state.withLock({ $0.tickets.redeem(hello.ticket, at: .now) }) else {
        // The page came from a browser's cache or was not sent by this server. After the reload, the page has a new
        // ticket.
        logger.notice("the ticket of a shell was used before or has expired: its page reloads")
        return webView.reload()
      }
      found = found ?? makeShell(of: webView, hasNavigateEvent: hello.hasNavigateEvent ?? false)
    }
    guard let shell = found else {
      return logger.warning("a page that is not a shell sent a shell message", metadata: ["webView": "\(webView.id)"])
    }
    // Safe: this function runs in the web view's isolation, which uses the shell's own executor.
    shell.assumeIsolated { $0.receive(message) }
  }

  private func makeShell(of webView: WebView, hasNavigateEvent: Bool) -> Shell {
    let shell = Shell(webView: webView, module: self, hasNavigateEvent: hasNavigateEvent)
    state.withLock { $0.shells[webView.id] = shell }
    // Safe: this function runs in the web view's isolation, which uses the shell's own executor.
    webView.assumeIsolated {
      $0.roundEndHandler = { [weak shell] _ in shell?.assumeIsolated { $0.roundEnded() } }
    }
    // Safe: this closure runs in the web view's isolation too.
    shell.assumeIsolated { prepare($0) }
    return shell
  }

  func webViewClosed(_ id: String) {
    let (shell, pane) = state.withLock { ($0.shells.removeValue(forKey: id), $0.panes.removeValue(forKey: id)) }
    // Keeps the pane until the lock has been released, so that no deinitializer runs while the lock is held.
    _ = pane
    if let shell { Task { await shell.end() } }
  }

  /// Returns the shell that shows a web view in a screen, or whose own page the web view shows.
  func shell(showing webView: WebView) -> Shell? {
    state.withLock { $0.panes[webView.id]?.shell ?? $0.shells[webView.id] }
  }

  /// Removes a shell that has ended. Its web view may still exist. The next hello message from that web view creates a
  /// new shell.
  func forget(_ shell: Shell) { _ = state.withLock { $0.shells.removeValue(forKey: shell.webView.id) } }

  /// The ports of the pages in screens.
  var shownPorts: Set<Int> { Set(state.withLock { $0.panes.values.compactMap { $0.url?.port } }) }

  /// The existing shells.
  var shells: [Shell] { state.withLock { Array($0.shells.values) } }

  // MARK: Screens

  /// Creates a web view for the iframe of a screen, which is about to load `url`. Returns the web view and the value of
  /// the iframe's `src` attribute, or `nil` if the server has too many web views.
  func makeWebView(
    for shell: Shell, screen: ScreenID, iframe name: String, at url: URL, showing page: MadePage?, isShared: Bool
  ) -> (webView: WebView, source: URL)? {
    guard let server,
      let webView = server.makeWebView(forIframe: name, in: shell.webView, asksAboutAll: shell.hasNavigateEvent)
    else { return nil }
    let page = page.map { (url: url.withoutFragment, made: $0) }
    state.withLock {
      $0.panes[webView.id] = Pane(shell: shell, screen: screen, isShared: isShared, page: page, url: url)
    }
    return (webView, server.expectDocument(at: url, in: webView))
  }

  /// Removes the web view of an iframe that is being removed.
  func letGo(_ webView: WebView) {
    let pane = state.withLock { $0.panes.removeValue(forKey: webView.id) }
    _ = pane
    // The page of a connected web view reports its own end, after its last messages. A page that never connected cannot
    // do so, and therefore its web view is closed here.
    if webView.client == nil { webView.close() }
  }

  /// Stores the current URL of a screen's page.
  func note(_ screen: Screen) {
    guard let webView = screen.webView else { return }
    state.withLock { $0.panes[webView.id]?.url = screen.url }
  }

  func traverses(_ webView: WebView, by count: Int) {
    guard let pane = state.withLock({ $0.panes[webView.id] }), let shell = pane.shell else { return }
    Task { await shell.traverse(pane.screen, by: count) }
  }

  func takes(_ action: NavigationAction, of webView: WebView, inPlace isReplacement: Bool) -> Bool {
    // The shell does not take over a form's POST request, because only the document itself can show the response.
    guard let pane = state.withLock({ $0.panes[webView.id] }), let shell = pane.shell, let url = action.request.url,
      url.isOfPrograms || url.isWebPage && action.request.httpMethod != "POST"
    else { return false }
    // The target of a proxied site counts as this server, because the page there is shown through the proxied site.
    let isOfServer =
      isOfServer(url, seenFrom: webView.client?.origin ?? shell.origin) || isOfServer(url, seenFrom: shell.origin)
      || server?.proxiedSite(at: url) != nil
    // A page of another origin needs a new iframe.
    let needsIframe = isOfServer && pane.url.map { !url.hasSameOrigin(as: $0) } == true
    let isUsers = pane.action.map { .now - $0 < Self.actionTime } == true
    guard webView.hasDocument || isUsers || needsIframe || !isOfServer else { return false }
    // The shell does not take over navigations within the same document. The page itself performs them.
    let isSame = url.withoutFragment == pane.url?.withoutFragment
    if isSame, !(pane.isShared && action.navigationType == .reload) { return false }
    if let last = pane.proposal, last.url == url, .now - last.time < Self.doubleClick { return true }
    state.withLock { $0.panes[webView.id]?.proposal = (url, .now) }
    if pane.isShared {
      let navigation = SharedPageNavigation(
        action: action, isReplacement: isReplacement, isRedirect: !webView.hasDocument && !isUsers,
        isOfServer: isOfServer)
      tellSession(.navigation(navigation), in: webView)
      return true
    }
    let proposal = Proposal(
      url: url, screen: pane.screen, isOfServer: isOfServer,
      isReplacement: isReplacement || !webView.hasDocument && !isUsers)
    // `perform` keeps the order, and the steps that the page has reported before are passed on with `perform` too. So
    // the shell handles the steps before this proposal.
    shell.webView.perform { _ in Task { await shell.propose(proposal) } }
    return true
  }

  func iframe(of webView: WebView, needsWebViewFor url: URL) {
    guard let pane = state.withLock({ $0.panes[webView.id] }), let shell = pane.shell else { return }
    Task { await shell.replaceIframe(of: pane.screen, showing: webView, by: url) }
  }

  /// Returns whether a URL is that of the shell itself, which is never shown in an iframe.
  func isShell(_ url: URL, seenFrom origin: String) -> Bool {
    let path = url.path(percentEncoded: true)
    let isPath = path == ShellPage.path || configuration.isAtRoot && ["/", ""].contains(path)
    guard isPath, let own = WebOrigin(origin) else { return false }
    return own == WebOrigin(of: url)
  }

  /// Returns whether a URL leads to one of this server's own pages, under the host name and scheme of `origin`, or to a
  /// proxied site.
  func isOfServer(_ url: URL, seenFrom origin: String) -> Bool {
    guard let own = WebOrigin(origin), let other = WebOrigin(of: url), own.isSecure == other.isSecure else {
      return false
    }
    if server?.target(at: url) != nil { return true }
    return own.host == other.host && (own.port == other.port || server?.ownPorts.contains(other.port) == true)
  }
}

extension WebView {
  /// Whether the page's document has been parsed. A navigation before that, such as by a script in the document's head,
  /// counts as a redirect.
  nonisolated var hasDocument: Bool {
    switch loadingState {
    case .loaded: true
    case .loading(let progress): progress >= 0.8
    case .idle, .failed: false
    }
  }
}

extension MadePage {
  /// Creates a page with the cookies of the server that sent it. The cookies of servers that only redirected the
  /// request are omitted.
  init(_ page: SnippetContent.Page) {
    let origin = page.url.flatMap(SnippetOrigins.origin)
    self.init(
      html: page.html, cookies: page.cookies.filter { SnippetOrigins.origin(of: $0.url) == origin }.map(\.field))
  }
}

extension URL {
  /// Returns whether scheme, host and port are the same.
  func hasSameOrigin(as other: URL) -> Bool { WebOrigin(of: self).map { $0 == WebOrigin(of: other) } ?? false }

  fileprivate var withoutFragment: String { String(absoluteString.prefix { $0 != "#" }) }
}
