package import DSBridge
import Foundation
import SnippetCatalog

/// Pages that several screens share, for `SnippetVisits`.
extension Shell {
  /// Adds a page that several screens share. The page stays empty until ``load(_:inSharedPage:html:userAgent:)`` is
  /// called.
  /// - Parameter isSheet: whether the screens that show the page are sheets.
  /// - Parameter receive: receives the events of the page, in order and in the shell's isolation.
  package func addSharedPage(
    isSheet: Bool, receive: @escaping SharedPageReceiver
  ) -> ScreenID {
    let screen = Screen(.native(title: "") { _ in .text("") }, in: nil, detent: isSheet ? .large : nil)
    screens[screen.id] = screen
    sharedPages[screen.id] = receive
    return screen.id
  }

  /// Loads a document in a new iframe of a shared page. The events of the previous iframe are no longer received.
  /// - Parameters:
  ///   - html: the document's HTML, if the server has already received it. The server then uses this HTML as the
  ///     response to the browser's request.
  ///   - userAgent: the text that is appended to the user agent of the page and of its requests.
  /// - Returns: the web view of the iframe.
  /// - Throws: a ``ShellError`` if the shell cannot show the URL.
  @discardableResult
  package func load(
    _ url: URL, inSharedPage id: ScreenID, html: String? = nil, userAgent: String? = nil
  ) throws(ShellError) -> WebView {
    guard let module, sharedPages[id] != nil else { throw ShellError("The page has been removed.") }
    letGo(id)
    guard let url = try module.address(of: .url(url), seenFrom: origin) else {
      throw ShellError("The shell cannot show \(url).")
    }
    // The page's Turbo adapter reads the user agent from the iframe's name. A message would arrive too late, because
    // the user agent must be set before the page's own scripts run.
    let agent = userAgent?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    let name = "screen-session-\(WebView.randomID())" + (visit.isEmpty ? "." : visit) + (agent.map { ".\($0)" } ?? "")
    let page = html.map { MadePage(html: $0) }
    let webView = try openIframe(name, of: id, at: url, showing: page, isShared: true)
    webView.applicationNameForUserAgent = userAgent
    setNeedsUpdate()
    return webView
  }

  /// Returns the URL from which the browser loads a page. For a page of a proxied site, this is the URL at the site's
  /// port.
  package func browserURL(of url: URL) throws(ShellError) -> URL {
    try module?.address(of: .url(url), seenFrom: origin) ?? url
  }

  /// Asks the interceptor and the navigation policy whether a shared page may navigate to a URL.
  /// - Parameter isAllowed: called in the shell's isolation if the navigation is allowed. If no interceptor needs to
  ///   decide, the closure is called before this function returns.
  package func ask(
    about url: URL, of webView: WebView, isAllowed: @escaping @Sendable (isolated Shell) -> Void
  ) {
    let own = self.webView
    let isStopped = module?.server?.ask(about: url, of: webView) { [weak self] isStopped in
      guard let self, !isStopped else { return }
      // Safe: the shell runs on the executor of its web view.
      own.perform { _ in self.assumeIsolated { isAllowed($0) } }
    }
    if isStopped == false { isAllowed(self) }
  }

  /// Makes a screen show a shared page, or its own page if `sharedPage` is `nil`. Call this immediately after adding
  /// the screen, before the shell's page is updated (see ``setNeedsUpdate()``). Otherwise, the page first shows the own
  /// content of the screen.
  package func show(sharedPage: ScreenID?, in id: ScreenID) {
    guard sharedPage.map({ sharedPages[$0] != nil }) ?? true, screens[id] != nil else { return }
    letGo(id)
    screens[id]?.sharedPage = sharedPage
    if sharedPage != nil { screens[id]?.loadingState = .idle }
    setNeedsUpdate()
  }

  /// Changes a screen and updates the page. Does nothing if the screen does not exist.
  package func update(_ id: ScreenID?, _ change: (inout Screen) -> Void) {
    guard let id, var screen = screens[id] else { return }
    change(&screen)
    screens[id] = screen
    setNeedsUpdate()
  }

  /// Passes an event of a shared page to its receiver. Ignores events from web views that the page no longer uses.
  func receive(_ event: SharedPageEvent, of id: ScreenID, in webView: WebView) {
    if screens[id]?.webView === webView { sharedPages[id]?(event, self) }
  }

  /// Returns the receiver of the shared page that a screen shows, or `nil` if the screen has its own page.
  func sharedPage(of id: ScreenID) -> SharedPageReceiver? { screens[id]?.sharedPage.flatMap { sharedPages[$0] } }
}
