import DSBridge
import Foundation
import Logging

/// The handling of the messages from the shell's page.
extension Shell {
  func receive(_ message: ShellMessage) {
    switch message {
    case .hello(let hello): greet(hello)
    case .event(let id, let event): receive(event, at: id)
    case .moved(let key): moved(toKey: key)
    case .open(let fragment):
      if let path = Self.path(in: fragment) { open(path) }
      setNeedsUpdate()
    case .idle: if isKiosk { reset() }
    case .lost: show()
    case .geometry(let bar, let geometry): measured(bar, geometry)
    case .position(let pager, let position, let isAtRest, let turn):
      moved(ScreenID(name: pager), to: position, isAtRest: isAtRest, turn: turn)
    case .swiped(let bar, let step):
      self.bar(named: bar)?.swiped(step > 0 ? .forward : .reverse)
      followBars()
    }
  }

  /// Handles the hello of a new document of the shell's page: the first document, or a document after a reload.
  private func greet(_ hello: ShellMessage.Hello) {
    greeting = hello
    let isFirst = history == nil
    if isFirst { begin() } else { followLink() }
    if let key = hello.key { _ = history?.move(toKey: key) }
    // A new document has none of the previous document's iframes, so the pages in these iframes have ended. The first
    // document follows no other document. If the program has already loaded shared pages, their iframes are created in
    // it.
    let ended = isFirst ? [] : sharedPages.filter { screens[$0.key]?.webView != nil }.map(\.value)
    for id in screens.keys where !isFirst || sharedPages[id] == nil { letGo(id) }
    for receiver in ended { receiver(.ended, self) }
    settle(.start)
    show()
  }

  /// Creates the history, from the saved state if possible, as soon as the page has sent its hello and there are
  /// tabs.
  func begin() {
    guard let hello = greeting else { return }
    guard let first = tabs.first, let root = stack(of: first.id) else {
      if following == nil {
        logger.warning("a shell has no tabs and is empty: set Shell.tabs in server.shell { … }")
      }
      return
    }
    if let saved = hello.saved?.shell, restore(saved) { return followLink() }
    history = ShellHistory(Place(tab: first.id, stack: root), key: hello.key ?? newKey())
    if let path = Self.path(in: hello.fragment) { open(path) }
    // The saved state may refer to tabs that the snippet list has not delivered yet, so it is kept until the list has
    // arrived.
    awaited = following == nil ? nil : hello.saved?.shell
  }

  /// Begins the shell, or restores its saved state, after the tabs of a snippet list have arrived.
  func tabsCame() {
    if history == nil {
      begin()
    } else if let saved = awaited, history?.entries.count == 1, restore(saved) {
      logger.debug("the saved state of a shell was restored after its snippet list arrived")
    }
    awaited = nil
    settle(.start)
  }

  /// Shows the page that the address bar names, if the user opened that address. Does nothing after a reload or a
  /// step in the browser's history.
  private func followLink() {
    guard let hello = greeting, hello.key == nil, let path = Self.path(in: hello.fragment) else { return }
    if topScreen?.url?.relative(to: origin) != path { open(path) }
  }

  /// Returns the path of a page of this server that a fragment contains, or `nil`. A path begins with a single `/`
  /// and has at most 2,000 bytes.
  private static func path(in fragment: String) -> String? {
    fragment.isLocalPath && fragment.utf8.count <= 2000 ? fragment : nil
  }

  /// Shows the page at a path: selects the tab whose lowest screen shows that page, or else pushes a screen.
  private func open(_ path: String) {
    if let tab = tabs.first(where: { isRoot(of: $0, at: path) }) {
      if let stack = stack(of: tab.id) {
        history?.replace(with: withStep(Place(tab: tab.id, stack: stack)))
        settle(.tab)
      }
    } else {
      push(.page(path))
    }
  }

  private func isRoot(of tab: Tab, at path: String) -> Bool {
    let url = try? module?.address(of: tab.content, seenFrom: origin)
    return url?.relative(to: origin) == path
  }

  // MARK: Saved state

  var historyState: HistoryState {
    guard let history else {
      return HistoryState(
        entries: [], index: 0, title: "", saved: SavedShell(entries: [], index: 0, pages: [:], roots: [:]))
    }
    let entries = history.entries.map { HistoryState.Entry(key: $0.key, fragment: fragment(of: $0.place)) }
    return HistoryState(
      entries: entries, index: history.index, title: topScreen.map { name(of: $0) } ?? "", saved: saved(history))
  }

  /// Returns the address of the visible screen, for the address bar.
  ///
  /// The result is empty in a kiosk, for the root of the first tab, and for screens without an address on this
  /// server.
  private func fragment(of place: Place) -> String {
    guard !isKiosk, let top = place.top, let screen = screens[top] else { return "" }
    if place.tab == tabs.first?.id, place.stack.count == 1, place.sheets.isEmpty { return "" }
    guard let address = screen.url?.relative(to: origin), address.isLocalPath else { return "" }
    return place.step?.path ?? address
  }

  private func saved(_ history: ShellHistory) -> SavedShell {
    var pages: [String: SavedShell.Page] = [:]
    for id in history.screens {
      guard let screen = screens[id], let url = screen.url else { continue }
      pages["\(id)"] = SavedShell.Page(
        address: lastingAddress(of: url).relative(to: origin), title: screen.title, scroll: screen.scroll,
        detent: screen.detent)
    }
    let roots = stacks.compactMapValues { $0.first.map { "\($0)" } }
    return SavedShell(entries: history.entries, index: history.index, pages: pages, roots: roots).shortened()
  }

  /// Returns the address with which a restarted server can show a page again. After a restart, a proxied site may have
  /// another port, so its pages are saved with their original address. Two sites may have the same target, so the
  /// original address is used only if it leads back to the same page.
  private func lastingAddress(of url: URL) -> URL {
    guard let module else { return url }
    let original = module.published(url, seenFrom: origin)
    return (try? module.address(of: .url(original), seenFrom: origin)) == url ? original : url
  }

  /// Restores the screens that a page has saved. Returns `false` if the state is invalid or refers to unknown tabs.
  private func restore(_ saved: SavedShell) -> Bool {
    guard let history = ShellHistory(saved.entries, index: saved.index),
      history.entries.allSatisfy({ entry in tabs.contains { $0.id == entry.place.tab } })
    else { return false }
    let roots = Dictionary(saved.roots.map { ($1, $0) }) { $1 }
    var lost: Set<ScreenID> = []
    let owners = Dictionary(history.entries.flatMap { entry in entry.place.screens.map { ($0, entry.place.tab) } }) {
      first, _ in first
    }
    for id in history.screens {
      if let tab = roots["\(id)"].flatMap({ name in tabs.first { $0.id == name } }) {
        // If the screen is the root of the first tab, `begin()` has already created another screen for that root.
        // Later, `settle(_:isAnimated:)` drops that other screen.
        add(Screen(tab.content, in: tab.id, id: id, placeholder: tab.title))
      } else if let page = saved.pages["\(id)"], let content = content(at: page.address) {
        add(Screen(content, in: owners[id], id: id, detent: page.detent))
      } else {
        lost.insert(id)
        continue
      }
      guard let page = saved.pages["\(id)"] else { continue }
      screens[id]?.pageTitle = page.title
      screens[id]?.scroll = page.scroll
    }
    for (tab, root) in saved.roots where screens[ScreenID(name: root)] != nil { stacks[tab] = [ScreenID(name: root)] }
    var remaining = history
    remaining.remove(lost) { stacks[$0]?.first }
    guard !lost.contains(where: { remaining.screens.contains($0) }) else { return false }
    for entry in remaining.entries[...remaining.index] {
      stacks[entry.place.tab] = entry.place.stack
      if let top = entry.place.top { screens[top]?.step = entry.place.step }
    }
    self.history = remaining
    return true
  }

  /// Returns the content for a saved address, or `nil` if this server does not serve it. The saved state is untrusted,
  /// because the user or another program can change it in the browser.
  private func content(at address: String) -> Screen.Content? {
    if address.hasPrefix("/") { return .page(address) }
    guard let url = URL(string: address) else { return nil }
    // Addresses of other servers are accepted here. The navigation policy decides about them later, when their proxied
    // sites are added.
    let isElsewhere = isBrowser && ["http", "https"].contains(url.scheme?.lowercased() ?? "")
    let isSite = module?.server?.proxiedSite(at: url) != nil
    guard isElsewhere || isSite || module?.isOfServer(url, seenFrom: origin) == true else { return nil }
    return .url(url)
  }

  // MARK: Ending

  /// Ends this shell and reloads its page as a new shell, without any state of the old shell. Cookies and the
  /// `localStorage` of its pages are kept.
  public func reset() {
    send(.begin)
    end()
    module?.forget(self)
  }

  /// Ends the shell after its browser tab was closed permanently.
  func end() {
    guard !isEnded else { return }
    isEnded = true
    visibilityChanged(.removal)
    tellOfCompletion()
    events.observers = []
    // Pages of a pager are not in `order` but must be closed too. Otherwise documents that are still loading for them
    // could be assigned to the shell of another browser tab.
    for id in screens.keys { letGo(id) }
    for id in dialogs.map(\.id) { end(id, with: .cancelled) }
    following?.cancel()
    header = nil
    footer = nil
    tabs = []
    bindings = Bindings()
  }
}
