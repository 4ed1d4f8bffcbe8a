import DSBridge
import Foundation
import HTTPTypes
import Locks
import Logging
import SnippetBridge
import WebServer

/// The shells of one server: their page, and who talks to which.
final class ShellModule: ServerModule {
  /// A frame of a shell, as anybody needs to know it.
  private struct Pane {
    weak var shell: Shell?
    let screen: ScreenID
    /// What its page is made of, and where; nil where it loads what is there.
    var page: (url: String, made: MadePage)?
    var url: URL?
    /// Where a form of its page is about to be sent by POST.
    var form: String?
    /// What its page has proposed last, and when: a double click is one.
    var proposal: (url: URL, time: ContinuousClock.Instant)?
    /// When the user has clicked or pressed a key in its page, before it was loaded.
    var action: ContinuousClock.Instant?
  }

  private struct State {
    var page: ShellPage?
    var pages: SnippetPages?
    var tickets = ShellTickets()
    /// By the ids of their web views.
    var shells: [String: Shell] = [:]
    var panes: [String: Pane] = [:]
  }

  /// The longest time between the two clicks of one.
  private static let doubleClick: Duration = .milliseconds(500)
  /// The longest time from what the user does to the navigation that it begins, as browsers count it.
  private static let actionTime: Duration = .seconds(5)

  let configuration: ShellConfiguration
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
    logger = server.configuration.logger
  }

  var isKiosk: Bool { configuration.kiosk != nil }

  // MARK: Requests

  func use(_ scripts: PageScripts, _ responses: OwnResponses) {
    let remotes = server?.remoteSnippets ?? []
    let pages = SnippetPages(
      transport: OwnTransport(responses: responses, remotes: remotes),
      origins: (try? SnippetOrigins(parsing: remotes.map(\.target))) ?? [],
      renderer: SnippetRenderer(builtIns: .builtIns(version: configuration.version)), logger: logger,
      resolve: { [weak self] in self?.source(of: $0) })
    state.withLock {
      $0.page = ShellPage(scripts, configuration: configuration)
      $0.pages = pages
    }
  }

  /// Makes the pages of snippets; nil before the server starts.
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
    // A watchdog asks, which is no browser (docs/kiosk.md).
    if request.path == ShellPage.presencePath {
      let isShown = shells.contains { $0.webView.isConnected }
      return ServerResponse(isShown ? .noContent : .serviceUnavailable, headers: [.cacheControl: "no-store"])
    }
    guard isPage || isFile else { return nil }
    guard let page = state.withLock({ $0.page }) else { return nil }
    if isFile { return page.file(for: request) }
    // A remote snippet has a port of its own, with a root of its own.
    guard request.listener == 0 else { return nil }
    return page.response(to: request, pageOrigins: server?.configuration.pageOrigins ?? []) {
      // Whoever looks at the head alone shows no shell.
      request.method == .head ? "" : state.withLock { $0.tickets.issue(at: .now) }
    }
  }

  // MARK: Pages

  func pageTold(_ name: String, _ value: JSON, of webView: WebView) {
    if name == "shell" { return shellTold(value, of: webView) }
    guard let pane = state.withLock({ $0.panes[webView.id] }), let shell = pane.shell else { return }
    switch name {
    case "form":
      let form = try? JSONSerializer().decode(String.self, from: value)
      state.withLock { $0.panes[webView.id]?.form = form }
    case "scroll":
      guard let place = try? JSONSerializer().decode([Int].self, from: value) else { return }
      Task { await shell.scrolled(pane.screen, to: place) }
    case "acted": state.withLock { $0.panes[webView.id]?.action = .now }
    case "touched": Task { await shell.touched() }
    case "escape": Task { await shell.escaped(from: pane.screen) }
    default: break
    }
  }

  private func shellTold(_ value: JSON, of webView: WebView) {
    let message: ShellMessage
    do { message = try JSONSerializer().decode(ShellMessage.self, from: value) } catch {
      return logger.warning(
        "a shell's page has said what it cannot mean", metadata: ["webView": "\(webView.id)", "error": "\(error)"])
    }
    if case .hello(let hello) = message {
      guard state.withLock({ $0.tickets.redeem(hello.ticket, at: .now) }) else {
        // One that was restored from a cache, or not given by this server: it gets a new one.
        logger.notice("a shell's ticket was used before, or is too old: its page loads anew")
        return webView.reload()
      }
    }
    guard let shell = shell(of: webView, isNew: message) else { return }
    // Sound: a page tells in its web view's isolation, and that is the shell's own executor.
    shell.assumeIsolated { $0.receive(message) }
  }

  /// Only a page with a ticket makes a shell.
  private func shell(of webView: WebView, isNew message: ShellMessage) -> Shell? {
    if let shell = state.withLock({ $0.shells[webView.id] }) { return shell }
    guard case .hello = message else {
      logger.warning("a page that is no shell's has talked as one", metadata: ["webView": "\(webView.id)"])
      return nil
    }
    let shell = Shell(webView: webView, origin: webView.client?.origin ?? "", module: self, logger: webView.logger)
    state.withLock { $0.shells[webView.id] = shell }
    // Sound, as above.
    shell.assumeIsolated { prepare($0) }
    return shell
  }

  func webViewClosed(_ id: String) {
    let (shell, pane) = state.withLock { ($0.shells.removeValue(forKey: id), $0.panes.removeValue(forKey: id)) }
    // Freed outside of the lock.
    _ = pane
    if let shell { Task { await shell.end() } }
  }

  /// Of a screen's page, or the shell's own.
  func shell(showing webView: WebView) -> Shell? {
    state.withLock { $0.panes[webView.id]?.shell ?? $0.shells[webView.id] }
  }

  /// It is over, though its web view may still be there: whoever says hello there gets another one.
  func forget(_ shell: Shell) {
    _ = state.withLock { $0.shells.removeValue(forKey: shell.webView.id) }
  }

  /// The shells there are now.
  var shells: [Shell] { state.withLock { Array($0.shells.values) } }

  // MARK: Screens

  /// A web view for the frame of a screen, which is about to load `url`.
  func makeWebView(
    for shell: Shell, screen: ScreenID, frame name: String, at url: URL, showing page: SnippetContent.Page? = nil
  ) -> WebView? {
    guard let server, let webView = server.makeWebView(forFrame: name, in: shell.webView) else { return nil }
    let page = page.map { (url: url.withoutFragment, made: MadePage($0)) }
    state.withLock { $0.panes[webView.id] = Pane(shell: shell, screen: screen, page: page, url: url) }
    server.expectDocument(at: url, in: webView)
    return webView
  }

  /// The frame is taken away.
  func letGo(_ webView: WebView) {
    let pane = state.withLock { $0.panes.removeValue(forKey: webView.id) }
    _ = pane
    // A page that has come says itself that it leaves, with what it has yet to say. One that never came cannot.
    if webView.client == nil { webView.close() }
  }

  /// What the page of a screen is now.
  func note(_ screen: Screen) {
    guard let webView = screen.webView else { return }
    state.withLock {
      $0.panes[webView.id]?.url = screen.url
    }
  }

  func takes(_ url: URL, of webView: WebView, inPlace isReplacement: Bool) -> Bool {
    let pane = state.withLock { state -> Pane? in
      guard let pane = state.panes[webView.id] else { return nil }
      state.panes[webView.id]?.form = nil
      return pane
    }
    guard let pane, let shell = pane.shell, isProposed(url) else { return false }
    let isOfServer = isOfServer(url, seenFrom: webView.client?.origin ?? shell.origin)
    // A page of another origin needs a frame of its own.
    let needsFrame = isOfServer && pane.url.map { !url.hasSameOrigin(as: $0) } == true
    let isUsers = pane.action.map { .now - $0 < Self.actionTime } == true
    guard webView.hasDocument || isUsers || needsFrame || !isOfServer else { return false }
    // A POST, and the same document once more, are the page's own.
    if pane.form.flatMap(URL.init)?.withoutFragment == url.withoutFragment { return false }
    if url.withoutFragment == pane.url?.withoutFragment { return false }
    if let last = pane.proposal, last.url == url, .now - last.time < Self.doubleClick { return true }
    state.withLock { $0.panes[webView.id]?.proposal = (url, .now) }
    let proposal = Proposal(
      url: url, screen: pane.screen, isOfServer: isOfServer,
      isReplacement: isReplacement || !webView.hasDocument && !isUsers)
    Task { await shell.propose(proposal) }
    return true
  }

  /// Whether the shell decides about such an address. Others are the browser's; in a kiosk, those that lead to another
  /// program (`tel:`, `mailto:`) are not.
  private func isProposed(_ url: URL) -> Bool {
    switch url.scheme?.lowercased() {
    case "http", "https": true
    case "about", "blob", "data", "javascript", nil: false
    default: isKiosk
    }
  }

  func frame(of webView: WebView, needsWebViewFor url: URL) {
    guard let pane = state.withLock({ $0.panes[webView.id] }), let shell = pane.shell else { return }
    Task { await shell.replaceFrame(of: pane.screen, showing: webView, by: url) }
  }

  /// Whether the shell itself is there, which is shown in no frame.
  func isShell(_ url: URL, seenFrom origin: String) -> Bool {
    let path = url.path(percentEncoded: true)
    let isPath = path == ShellPage.path || configuration.isAtRoot && ["/", ""].contains(path)
    return isPath && isOfServer(url, seenFrom: origin) && url.port == URL(string: origin)?.port
  }

  /// Whether this server answers there: at one of its ports, under the name that the page was asked for.
  func isOfServer(_ url: URL, seenFrom origin: String) -> Bool {
    guard let own = URL(string: origin), url.scheme == own.scheme, url.host()?.lowercased() == own.host()?.lowercased()
    else { return false }
    let port = url.port ?? (url.scheme == "https" ? 443 : 80)
    return port == own.port ?? (own.scheme == "https" ? 443 : 80) || server?.ports.contains(port) == true
  }
}

extension WebView {
  /// Its page has been read. What it goes to before, by a script that runs at once, is a redirect.
  nonisolated var hasDocument: Bool {
    switch loadingState {
    case .loaded: true
    case .loading(let progress): progress >= 0.8
    case .idle, .failed: false
    }
  }
}

extension MadePage {
  /// Cookies of the server that it comes from, not of those that redirected to it.
  fileprivate init(_ page: SnippetContent.Page) {
    let origin = page.url.flatMap(SnippetOrigins.origin)
    self.init(
      html: page.html, cookies: page.cookies.filter { SnippetOrigins.origin(of: $0.url) == origin }.map(\.field))
  }
}

extension URL {
  /// Whether scheme, host and port are the same.
  func hasSameOrigin(as other: URL) -> Bool {
    func port(_ url: URL) -> Int? { url.port ?? (url.scheme == "https" ? 443 : 80) }
    return scheme == other.scheme && host()?.lowercased() == other.host()?.lowercased() && port(self) == port(other)
  }

  fileprivate var withoutFragment: String { String(absoluteString.prefix { $0 != "#" }) }
}
