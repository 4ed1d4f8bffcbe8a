import DSBridge
import Foundation
import Logging

/// The pages of screens: each in a frame of the shell's page, with a web view of its own.
extension Shell {
  /// The screens that are seen have their pages, and so do those that were seen last.
  func keepScreensAlive() {
    guard let place = history?.place else { return }
    let seen = ([place.stack.last].compactMap(\.self) + place.sheets).flatMap { pagers[$0]?.near ?? [$0] }
    for id in seen {
      recent.removeAll { $0 == id }
      recent.append(id)
      if let screen = screens[id], screen.webView == nil, screen.preparation == nil, !screen.hasFailed { load(id) }
    }
    while recent.count > max(liveScreenCount, seen.count), let oldest = recent.first, !seen.contains(oldest) {
      letGo(oldest)
    }
  }

  /// Gives the screen a frame, whose page loads from where the screen is.
  private func load(_ id: ScreenID) {
    guard let module, var screen = screens[id] else { return }
    if case .snippet(let snippet) = screen.content, snippet.needsPreparation, screen.page == nil {
      return prepare(id, snippet)
    }
    guard let url = screen.url else { return }
    guard !module.isShell(url, seenFrom: origin) else {
      screens[id]?.loadingState = .failed(ShellError("The shell cannot be shown in one of its own screens."))
      return
    }
    // A frame of another name for each load: what the old one still says is not this one's.
    let name = "\(ScreenID())\(visit)"
    guard let webView = module.makeWebView(for: self, screen: id, frame: name, at: url, showing: screen.page) else {
      screen.loadingState = .failed(ShellError("There is no place for another page. Close one."))
      screens[id] = screen
      return
    }
    screen.webView = webView
    screen.frameName = name
    screen.source = url.relative(to: origin)
    screen.loadingState = .loading(progress: 0)
    screen.watcher = watch(webView, of: id)
    screens[id] = screen
  }

  /// Its page loads again, in a new frame.
  func loadAnew(_ id: ScreenID) {
    if case .snippet(let snippet)? = screens[id]?.content, screens[id]?.preparation != nil, let pages = module?.pages {
      // What waits for the page gets it when it is there.
      Task { await pages.reload(snippet.id) }
      return
    }
    letGo(id)
    recent.append(id)
    load(id)
    setNeedsUpdate()
  }

  /// The screen's frame shows a document that its web view cannot: the screen loads it in a new frame, if it still has
  /// that web view.
  func replaceFrame(of id: ScreenID, showing webView: WebView, by url: URL) {
    guard screens[id]?.webView === webView else { return }
    load(url, in: id)
    guard screens[id]?.webView === webView else { return }
    letGo(id)
    screens[id]?.loadingState = .failed(ShellError("The page has gone to an address that no screen shows."))
    setNeedsUpdate()
  }

  /// Its frame goes, and with it its page.
  func letGo(_ id: ScreenID) {
    recent.removeAll { $0 == id }
    screens[id]?.preparation?.cancel()
    screens[id]?.preparation = nil
    screens[id]?.isPreloading = false
    screens[id]?.page = nil
    letGoOfFrame(id)
  }

  private func letGoOfFrame(_ id: ScreenID) {
    guard let webView = screens[id]?.webView else { return }
    screens[id]?.watcher?.cancel()
    screens[id]?.watcher = nil
    screens[id]?.webView = nil
    screens[id]?.frameName = nil
    screens[id]?.loadingState = .idle
    module?.letGo(webView)
  }

  /// Has the snippet's page made, shows it, and again when it is another.
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
      letGoOfFrame(id)
      screens[id]?.isPreloading = true
      screens[id]?.loadingState = .loading(progress: 0)
    case .loaded(let page):
      letGoOfFrame(id)
      screens[id]?.isPreloading = false
      screens[id]?.page = page
      load(id)
    case .failed(let failure):
      screens[id]?.isPreloading = false
      screens[id]?.loadingState = .failed(failure)
    }
    setNeedsUpdate()
  }

  /// Pages that are not seen must not take the focus: they are told.
  func tellWhoIsSeen() {
    let top = dialogs.isEmpty ? topScreen?.id : nil
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
          for await title in webView.titleUpdates { await self?.page(of: id, in: webView) { $0.title = title } }
        }
        group.addTask { [weak self] in
          for await url in webView.urlUpdates {
            if let url { await self?.page(of: id, in: webView) { $0.url = url } }
          }
        }
        group.addTask { [weak self] in
          for await state in webView.loadingStateUpdates { await self?.page(of: id, in: webView, is: state) }
        }
        group.addTask { [weak self] in
          for await event in webView.events {
            switch event {
            case .documentChanged: await self?.pageCame(of: id, in: webView)
            case .closed: await self?.pageEnded(of: id, in: webView)
            default: break
            }
          }
        }
      }
    }
  }

  private func page(of id: ScreenID, in webView: WebView, _ change: @Sendable (inout Screen) -> Void) {
    guard var screen = screens[id], screen.webView === webView else { return }
    change(&screen)
    screens[id] = screen
    module?.note(screen)
    setNeedsUpdate()
  }

  private func page(of id: ScreenID, in webView: WebView, is state: LoadingState) {
    // Idle is what a web view is before its frame has asked for a page.
    if case .idle = state { return }
    // A new document knows nothing.
    page(of: id, in: webView) {
      $0.loadingState = state
      $0.toldSeen = nil
    }
    if case .loaded = state, let scroll = screens[id]?.scroll, let json = try? JSONSerializer().encode(scroll) {
      webView.tellPage("scroll", json)
    }
  }

  /// In a kiosk pages have no context menu, and say when they are touched.
  private func pageCame(of id: ScreenID, in webView: WebView) {
    guard screens[id]?.webView === webView, module?.isKiosk == true else { return }
    webView.tellPage("kiosk", "true")
  }

  func touched() { send(.touched) }

  /// The page is gone for good, and nobody here wanted that: its frame has crashed, or has gone elsewhere.
  private func pageEnded(of id: ScreenID, in webView: WebView) {
    guard screens[id]?.webView === webView, !isEnded else { return }
    logger.notice("the page of a screen has ended: it loads anew when it is seen", metadata: ["screen": "\(id)"])
    letGo(id)
    setNeedsUpdate()
  }

  func scrolled(_ id: ScreenID, to place: [Int]) {
    guard place.count == 2, screens[id] != nil else { return }
    screens[id]?.scroll = place
    // The shell's page keeps it, for a server that has forgotten this shell.
    setNeedsUpdate()
  }
}

extension URL {
  /// Without the origin where it is this one.
  func relative(to origin: String) -> String {
    let text = absoluteString
    guard text.hasPrefix(origin + "/") else { return text }
    return String(text.dropFirst(origin.count))
  }
}
