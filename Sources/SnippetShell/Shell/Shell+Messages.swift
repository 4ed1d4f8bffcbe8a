import DSBridge
import Foundation
import Logging

/// What the shell's page says.
extension Shell {
  func receive(_ message: ShellMessage) {
    switch message {
    case .hello(let hello): greet(hello)
    case .event(let id, let event): receive(event, at: id)
    case .moved(let key): moved(toKey: key)
    case .open(let fragment):
      if let path = Self.path(in: fragment) { open(path) }
      setNeedsUpdate()
    case .idle: if module?.isKiosk == true { beginAnew() }
    case .lost: show()
    case .geometry(let bar, let geometry): measured(bar, geometry)
    case .position(let pager, let position, let isAtRest, let turn):
      pagers[ScreenID(name: pager)]?.moved(to: position, isAtRest: isAtRest, turn: turn)
      setNeedsUpdate()
    case .swiped(let bar, let step):
      self.bar(named: bar)?.swiped(step > 0 ? .forward : .reverse)
      followBars()
    }
  }

  /// A new document of the shell's page: the first one, or one after a reload.
  private func greet(_ hello: ShellMessage.Hello) {
    greeting = hello
    if history == nil { begin() } else { followLink() }
    if let key = hello.key { _ = history?.move(toKey: key) }
    // The frames of the page before are gone with it.
    for id in screens.keys { letGo(id) }
    settle()
    show()
  }

  /// As soon as its page is there, and there are tabs.
  func begin() {
    guard let hello = greeting else { return }
    guard let first = tabs.first, let root = stack(of: first.id) else {
      if following == nil {
        logger.warning("a shell has no tabs, so there is nothing to see: set Shell.tabs in server.shell { … }")
      }
      return
    }
    if let saved = hello.saved, restore(saved) { return followLink() }
    history = ShellHistory(Place(tab: first.id, stack: root), key: hello.key ?? newKey())
    if let path = Self.path(in: hello.fragment) { open(path) }
    // What was saved may be of tabs that are yet to come.
    awaited = following == nil ? nil : hello.saved
  }

  /// The tabs of a list have come, perhaps those that were missing when the shell began.
  func tabsCame() {
    if history == nil {
      begin()
    } else if let saved = awaited, history?.entries.count == 1, restore(saved) {
      logger.debug("a shell is as it was: the tabs of its list have come")
    }
    awaited = nil
    settle()
  }

  /// Somebody has opened an address in the shell's tab, who did not go back to it or load it anew.
  private func followLink() {
    guard let hello = greeting, hello.key == nil, let path = Self.path(in: hello.fragment) else { return }
    if topScreen?.url?.relative(to: origin) != path { open(path) }
  }

  /// A fragment names a page of the server's own, by its path.
  private static func path(in fragment: String) -> String? {
    fragment.hasPrefix("/") && !fragment.hasPrefix("//") && fragment.utf8.count <= 2000 ? fragment : nil
  }

  /// What a link into the shell leads to.
  private func open(_ path: String) {
    if let tab = tabs.first(where: { isRoot(of: $0, at: path) }) {
      if let stack = stack(of: tab.id) { history?.replace(with: Place(tab: tab.id, stack: stack)) }
    } else {
      push(.page(path))
    }
  }

  private func isRoot(of tab: Tab, at path: String) -> Bool {
    let url = try? module?.address(of: tab.content, seenFrom: origin)
    return url?.relative(to: origin) == path
  }

  // MARK: For the page to keep

  var historyState: HistoryState {
    guard let history else {
      return HistoryState(
        entries: [], index: 0, title: "", saved: SavedShell(entries: [], index: 0, pages: [:], roots: [:]))
    }
    let entries = history.entries.map { HistoryState.Entry(key: $0.key, fragment: fragment(of: $0.place)) }
    return HistoryState(entries: entries, index: history.index, title: topScreen?.name ?? "", saved: saved(history))
  }

  /// The address of the screen that is seen, where it is not what the shell begins with.
  private func fragment(of place: Place) -> String {
    guard module?.isKiosk != true, let top = place.top, let screen = screens[top] else { return "" }
    if place.tab == tabs.first?.id, place.stack.count == 1, place.sheets.isEmpty { return "" }
    guard let address = screen.url?.relative(to: origin), address.hasPrefix("/") else { return "" }
    return address
  }

  private func saved(_ history: ShellHistory) -> SavedShell {
    var pages: [String: SavedShell.Page] = [:]
    for id in history.screens {
      guard let screen = screens[id], let url = screen.url else { continue }
      pages["\(id)"] = SavedShell.Page(
        address: url.relative(to: origin), title: screen.title, scroll: screen.scroll, detent: screen.detent)
    }
    let roots = stacks.compactMapValues { $0.first.map { "\($0)" } }
    return SavedShell(entries: history.entries, index: history.index, pages: pages, roots: roots).shortened()
  }

  /// Makes the screens again that a page has kept. False when it cannot be what a shell has saved.
  private func restore(_ saved: SavedShell) -> Bool {
    guard let history = ShellHistory(saved.entries, index: saved.index),
      history.entries.allSatisfy({ entry in tabs.contains { $0.id == entry.place.tab } })
    else { return false }
    let roots = Dictionary(saved.roots.map { ($1, $0) }) { $1 }
    var lost: Set<ScreenID> = []
    for id in history.screens {
      if let tab = roots["\(id)"].flatMap({ name in tabs.first { $0.id == name } }) {
        restore(Screen(tab.content, id: id, placeholder: tab.title, views: tab.views))
      } else if let page = saved.pages["\(id)"], let content = content(at: page.address) {
        restore(Screen(content, id: id, detent: page.detent))
      } else {
        lost.insert(id)
        continue
      }
      guard let page = saved.pages["\(id)"] else { continue }
      screens[id]?.title = page.title
      screens[id]?.scroll = page.scroll
    }
    for (tab, root) in saved.roots where screens[ScreenID(name: root)] != nil { stacks[tab] = [ScreenID(name: root)] }
    var remaining = history
    remaining.remove(lost) { stacks[$0]?.first }
    guard !lost.contains(where: { remaining.screens.contains($0) }) else { return false }
    for entry in remaining.entries[...remaining.index] { stacks[entry.place.tab] = entry.place.stack }
    self.history = remaining
    return true
  }

  private func restore(_ screen: Screen) {
    // The root that was made just now is not needed.
    _ = add(screen)
  }

  /// Only pages that this server answers for: the browser could have been made to keep anything.
  private func content(at address: String) -> Screen.Content? {
    if address.hasPrefix("/") { return .page(address) }
    guard let url = URL(string: address), module?.isOfServer(url, seenFrom: origin) == true else { return nil }
    return .url(url)
  }

  // MARK: The end

  /// Its page loads as that of a new shell: nothing of what was done here is left. Cookies and what pages keep in
  /// `localStorage` are theirs.
  public func beginAnew() {
    send(.begin)
    end()
    module?.forget(self)
  }

  /// Its tab is closed for good.
  func end() {
    guard !isEnded else { return }
    isEnded = true
    // Those of several beside each other, too, which are not in `order`: what they expected would be another tab's.
    for id in screens.keys { letGo(id) }
    for id in dialogs.map(\.id) { end(id, with: .cancelled) }
    following?.cancel()
    header = nil
    footer = nil
    tabs = []
    views = ShellViews()
  }
}
