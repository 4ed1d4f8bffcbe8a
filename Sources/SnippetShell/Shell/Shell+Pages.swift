import DSBridge
import Foundation
import Logging
import SnippetBridge

/// The pages of screens. Each page is in an iframe of the shell's page and has its own web view.
extension Shell {
  /// Loads the pages of visible screens. If more than ``liveScreenCount`` pages are loaded, removes those of the
  /// screens that were visible least recently.
  func keepScreensAlive() {
    guard let place = history?.place else { return }
    let seen = ([place.stack.last].compactMap(\.self) + place.sheets).flatMap { pagers[$0]?.near ?? [$0] }
    for id in seen {
      if sharedPage(of: id) != nil { continue }
      live.use(id)
      if let screen = screens[id], screen.webView == nil, screen.preparation == nil, !screen.hasFailed { load(id) }
    }
    for id in live.surplus(over: liveScreenCount, visible: seen) { letGo(id) }
  }

  /// Creates the iframe of a screen, which loads the screen's URL. If the server must generate the page of a snippet
  /// first, only starts to generate it.
  private func load(_ id: ScreenID) {
    guard let module, var screen = screens[id] else { return }
    if case .snippet(let snippet) = screen.content, snippet.needsPreparation, screen.page == nil {
      return prepare(id, snippet)
    }
    // The proxied site of the page may have been removed meanwhile, so the URL is determined again.
    if let url = screen.url, case .url = screen.content, module.siteOpener != nil,
      !module.isOfServer(url, seenFrom: origin)
    {
      screen.url = nil
      screens[id]?.url = nil
    }
    guard let url = screen.url else { return openSite(of: id) }
    // Each load has a new name, so that late messages of the previous iframe cannot be mistaken for those of the new
    // one.
    let name = "\(ScreenID())\(visit)"
    do { try openIframe(name, of: id, at: url, showing: screen.page.map { MadePage($0) }) } catch {
      screens[id]?.loadingState = .failed(error)
    }
  }

  /// Creates an iframe in a screen, which loads a URL.
  /// - Parameter page: the page that the server has made for the iframe; `nil` if the iframe loads its page without
  ///   changes.
  @discardableResult
  func openIframe(
    _ name: String, of id: ScreenID, at url: URL, showing page: MadePage?, isShared: Bool = false
  ) throws(ShellError) -> WebView {
    guard let module, !module.isShell(url, seenFrom: origin) else {
      throw ShellError("The shell cannot be shown in one of its own screens.")
    }
    let made = module.makeWebView(for: self, screen: id, iframe: name, at: url, showing: page, isShared: isShared)
    guard let (webView, source) = made else { throw ShellError("No further page can be opened. Close one first.") }
    screens[id]?.webView = webView
    screens[id]?.iframeName = name
    screens[id]?.source = source.relative(to: origin)
    screens[id]?.url = url
    screens[id]?.loadingState = .loading(progress: 0)
    screens[id]?.watcher = watch(webView, of: id)
    if let screen = screens[id] { bindPage(of: screen) }
    return webView
  }

  /// Loads the page of a screen again, in a new iframe.
  func loadAnew(_ id: ScreenID) {
    if case .snippet(let snippet)? = screens[id]?.content, screens[id]?.preparation != nil, let pages = module?.pages {
      // This only requests the new page. `prepared(_:_:)` receives it from the stream that `prepare(_:_:)` reads.
      Task { await pages.reload(snippet.id) }
      return
    }
    if let receiver = sharedPage(of: id) { return receiver(.reload(id), self) }
    letGo(id)
    live.use(id)
    load(id)
    setNeedsUpdate()
  }

  /// Loads a URL in a new iframe after the screen's iframe has loaded a document that its web view cannot show. Does
  /// nothing if the screen no longer has that web view.
  func replaceIframe(of id: ScreenID, showing webView: WebView, by url: URL) {
    guard screens[id]?.webView === webView else { return }
    if let receiver = sharedPages[id] {
      let isOfServer = module?.isOfServer(url, seenFrom: origin) == true
      return receiver(
        .navigation(
          SharedPageNavigation(
            action: NavigationAction(url: url), isReplacement: true, isRedirect: true, isOfServer: isOfServer)), self)
    }
    load(url, in: id)
    guard screens[id]?.webView === webView else { return }
    letGo(id)
    update(id) {
      $0.loadingState = .failed(ShellError("The page navigated to an address that no screen can show."))
    }
  }

  /// Removes the iframe and the page of a screen, and cancels the preparation of its page.
  func letGo(_ id: ScreenID) {
    live.remove(id)
    screens[id]?.preparation?.cancel()
    screens[id]?.preparation = nil
    screens[id]?.isPreloading = false
    screens[id]?.page = nil
    releaseIframe(id)
  }

  private func releaseIframe(_ id: ScreenID) {
    guard let webView = screens[id]?.webView else { return }
    screens[id]?.watcher?.cancel()
    screens[id]?.watcher = nil
    screens[id]?.titleSearch?.cancel()
    screens[id]?.webView = nil
    screens[id]?.knownSteps = nil
    screens[id]?.iframeName = nil
    screens[id]?.loadingState = .idle
    module?.letGo(webView)
  }

  /// Requests the page of a snippet and shows it. Shows each later version too.
  private func prepare(_ id: ScreenID, _ snippet: Snippet) {
    guard let pages = module?.pages else { return }
    screens[id]?.isPreloading = true
    screens[id]?.loadingState = .loading(progress: 0)
    let entry = entries[snippet.id] ?? SnippetList.Entry(snippet: snippet, incarnation: 0, revision: 0)
    screens[id]?.preparation = Task { [weak self] in
      for await state in await pages.open(entry) { await self?.prepared(id, state) }
    }
  }

  private func prepared(_ id: ScreenID, _ state: SnippetContent.State) {
    guard screens[id]?.preparation != nil else { return }
    switch state {
    case .idle, .cancelled: break
    case .loading:
      releaseIframe(id)
      screens[id]?.isPreloading = true
      screens[id]?.loadingState = .loading(progress: 0)
    case .loaded(let page):
      releaseIframe(id)
      screens[id]?.isPreloading = false
      screens[id]?.page = page
      load(id)
    case .failed(let failure):
      screens[id]?.isPreloading = false
      screens[id]?.loadingState = .failed(failure)
    }
    setNeedsUpdate()
  }

  /// Reports to each loaded page whether its screen is on top. Only the page on top may take the focus.
  func tellWhoIsSeen() {
    let top = dialogs.isEmpty ? topScreen.map { $0.sharedPage ?? $0.id } : nil
    for (id, screen) in screens where screen.loadingState == .loaded && screen.toldSeen != (id == top) {
      guard let isSeen = try? JSONSerializer().encode(id == top) else { continue }
      screens[id]?.toldSeen = id == top
      screen.webView?.tellPage("seen", isSeen)
    }
  }

  private func watch(_ webView: WebView, of id: ScreenID) -> Task<Void, Never> {
    Task { [weak self] in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { [weak self] in
          for await title in webView.titleUpdates {
            await self?.page(of: id, in: webView) { $0.pageTitle = title }
            await self?.findTitle(of: id)
          }
        }
        group.addTask { [weak self] in
          for await url in webView.urlUpdates {
            if let url { await self?.page(of: id, in: webView) { $0.url = url } }
          }
        }
        // Native content may depend on the page's history. An example is a Back button that is disabled without an
        // earlier entry.
        group.addTask { [weak self] in
          for await _ in webView.navigator.historyUpdates { await self?.page(of: id, in: webView) { _ in } }
        }
        group.addTask { [weak self] in
          for await state in webView.loadingStateUpdates { await self?.page(of: id, in: webView, is: state) }
        }
        group.addTask { [weak self] in
          for await event in webView.events where event == .closed { await self?.pageEnded(of: id, in: webView) }
        }
      }
    }
  }

  private func page(of id: ScreenID, in webView: WebView, _ change: @Sendable (inout Screen) -> Void) {
    guard var screen = screens[id], screen.webView === webView else { return }
    let old = screen
    change(&screen)
    screens[id] = screen
    module?.note(screen)
    if let receiver = sharedPages[id] {
      if screen.title != old.title { receiver(.titled(screen.title), self) }
      if screen.url != old.url, let url = screen.url { receiver(.moved(url), self) }
      if screen.loadingState != old.loadingState { receiver(.loading(screen.loadingState), self) }
    }
    setNeedsUpdate()
  }

  private func page(of id: ScreenID, in webView: WebView, is state: LoadingState) {
    // A web view is idle until its iframe has requested a page. During this time, the screen already counts as loading.
    if case .idle = state { return }
    page(of: id, in: webView) { $0.loadingState = state }
    findTitle(of: id)
  }

  /// Asks the program's function for the title of a screen whose page has been parsed.
  private func findTitle(of id: ScreenID) {
    guard let screen = screens[id], let webView = screen.webView, webView.hasDocument,
      let find = bindings(of: screen).title
    else { return }
    screen.titleSearch?.cancel()
    screens[id]?.titleSearch = Task { [weak self] in
      let title = await find(screen)
      // A cancelled task belongs to an earlier search. Its result is ignored, because a later search has a newer one.
      guard !Task.isCancelled else { return }
      await self?.page(of: id, in: webView) { $0.foundTitle = title }
    }
  }

  /// Sets the title of a screen, which replaces the title of the page. With `nil`, the page's own title is shown again.
  /// - Parameter id: the screen; `nil` for the topmost one.
  public func setTitle(_ title: String?, of id: ScreenID? = nil) {
    update(id ?? topScreen?.id) { $0.setTitle = title }
  }

  /// Sends the scroll position and the kiosk mode to a new document of a screen, and makes the shell report the
  /// visibility again. The loading state is not used for this, because a slow observer of the state does not see every
  /// change and could miss a reload.
  func documentChanged(of id: ScreenID, in webView: WebView) {
    guard screens[id]?.webView === webView else { return }
    screens[id]?.toldSeen = nil
    if isKiosk { webView.tellPage("kiosk", "true") }
    if let receiver = sharedPages[id] { return receiver(.opened, self) }
    if let screen = screens[id] {
      let number = screen.step?.number ?? 0
      screens[id]?.knownSteps = number...number
      tellSteps(to: webView, of: screen)
    }
    if let scroll = screens[id]?.scroll, let json = try? JSONSerializer().encode(scroll) {
      webView.tellPage("scroll", json)
    }
    setNeedsUpdate()
  }

  /// Removes a page that has ended although the shell did not close it: its iframe has crashed or has navigated away.
  private func pageEnded(of id: ScreenID, in webView: WebView) {
    guard screens[id]?.webView === webView, !isEnded else { return }
    logger.notice("the page of a screen has ended: it reloads when the screen is shown", metadata: ["screen": "\(id)"])
    letGo(id)
    sharedPages[id]?(.ended, self)
    setNeedsUpdate()
  }

  func scrolled(_ id: ScreenID, to place: [Int]) {
    guard place.count == 2, screens[id] != nil else { return }
    screens[id]?.scroll = place
    // The shell's page stores the scroll position for a restarted server. Only this state is sent, because no node has
    // changed.
    tellHistory()
  }
}

extension String {
  /// Indicates whether browsers read the text as a path on the page's own server. Browsers read `//host` and `/\\host`
  /// as URLs of another server.
  var isLocalPath: Bool {
    let bytes = utf8.prefix(2)
    return bytes.first == UInt8(ascii: "/") && !"/\\".utf8.contains(bytes.dropFirst().first ?? 0)
  }
}

extension URL {
  /// Returns the URL as text. If the URL has the given origin, the origin is left out, unless the rest would then be
  /// read as another server's URL, such as `//host/`.
  func relative(to origin: String) -> String {
    let text = absoluteString
    guard text.hasPrefix(origin + "/") else { return text }
    let path = String(text.dropFirst(origin.count))
    return path.isLocalPath ? path : text
  }
}
