public import Foundation
public import SnippetShell

/// A simulated browser tab that shows a shell. It keeps the node tree, loads the pages of iframes, and simulates taps.
///
///     let shell = try await TestShell.open(server.url())
///     try await shell.tap("Inbox")
///     try await shell.wait(for: "the inbox's page") { $0.title == "Inbox" }
///
/// The simulated browser behaves as if the user had already interacted with the page, so each navigation adds a history
/// entry at once.
public actor TestShell {
  /// The shell's own page.
  public let page: TestPage
  /// The node tree, or `nil` until the server has sent it.
  public private(set) var tree: NodeSnapshot?
  /// The title of the window.
  public private(set) var title = ""
  /// The URLs that the server has requested the browser to open outside of the shell.
  public private(set) var opened: [String] = []
  /// The pages of the iframes, by iframe name.
  var iframes: [String: TestPage] = [:]
  /// The names of the iframes whose pages are being loaded.
  private var loading: Set<String> = []
  /// The keys of the shell's entries in the browser's history. `index` is the index of the current entry.
  private(set) var keys: [String] = []
  private(set) var index = 0
  /// The index of the current entry of the shell's history, and the number of entries.
  package var position: (index: Int, count: Int) { (index, keys.count) }
  private var fragments: [String] = []
  private var saved = Props.null
  /// The state that the page keeps for a restarted server, as JSON.
  package var savedText: String { (try? PageJSON.text(saved)) ?? "null" }

  private let access: PageAccess
  private let timeLimit: Duration
  private var watchers: [Inlet<Void>] = []
  /// The number of the last page turn that Swift requested for each page strip, by the strip's name.
  private var turns: [String: String] = [:]
  private var turnsPages = true

  private init(_ page: TestPage, access: PageAccess, timeLimit: Duration) {
    self.page = page
    self.access = access
    self.timeLimit = timeLimit
  }

  /// Opens a tab, and waits until its shell is shown.
  /// - Parameters:
  ///   - url: Any URL of the server.
  ///   - fragment: The fragment of the shell's URL. If it is a path, the shell opens that page.
  ///   - access: The page's credentials and trusted certificates.
  ///   - cookie: The ``TestPage/sessionCookie`` of another page, to share its browser.
  ///   - other: A tab to continue, such as one that outlives its server or is reopened. The new tab gets its history
  ///     and the state that its page has saved.
  ///   - timeLimit: The time limit of every wait.
  public static func open(
    _ url: URL, fragment: String = "", access: PageAccess = PageAccess(), cookie: String? = nil,
    continuing other: TestShell? = nil, timeLimit: Duration = .seconds(20)
  ) async throws -> TestShell {
    guard let address = URL(string: "/_bridge/shell", relativeTo: url)?.absoluteURL else {
      throw TestPageError.unreachable("\(url) is not an http address")
    }
    let page = try await TestPage.open(
      address, iframe: nil, access: access, cookie: cookie, timeLimit: timeLimit, isReady: false)
    let shell = TestShell(page, access: access, timeLimit: timeLimit)
    if let other { await shell.continue(await other.kept) }
    try await shell.begin(fragment: fragment)
    return shell
  }

  private typealias Kept = (saved: Props, keys: [String], index: Int, fragments: [String])

  private var kept: Kept { (saved, keys, index, fragments) }

  private func `continue`(_ kept: Kept) {
    (saved, keys, index, fragments) = kept
  }

  /// Reloads the shell's page. The server continues the same shell.
  public func reload() async throws {
    for iframe in iframes.values { await iframe.close() }
    iframes = [:]
    tree = nil
    try await page.navigate(isReady: false)
    try await begin(fragment: fragments.indices.contains(index) ? fragments[index] : "")
  }

  /// Opens the shell's URL with this fragment in a new document, like a link on another page.
  public func visit(_ fragment: String) async throws {
    for iframe in iframes.values { await iframe.close() }
    iframes = [:]
    tree = nil
    // Add a history entry that no shell has created.
    keys.append("")
    index = keys.count - 1
    try await page.navigate(isReady: false)
    try await begin(fragment: fragment)
  }

  /// Closes the tab.
  public func close() async {
    for iframe in iframes.values { await iframe.close() }
    await page.close()
  }

  private func begin(fragment: String) async throws {
    turns = [:]
    let (commands, teller) = AsyncStream<String>.makeStream()
    await page.listen(to: "shell") { teller.yield($0) }
    Task { [weak self] in
      for await command in commands { await self?.receive(command) }
    }
    let ticket = try await page.shellTicket()
    let hello = ShellHello(
      ticket: ticket, key: keys.indices.contains(index) && !keys[index].isEmpty ? keys[index] : nil, saved: saved,
      fragment: fragment)
    await page.ready()
    try await say(["\"hello\"", hello.text])
    try await wait(for: "the shell") { $0.tree != nil }
  }

  // MARK: The user

  /// Clicks the button, link or tab with this label or text.
  public func tap(_ label: String) async throws {
    try await act(.click, on: label) { $0.isNamed(label) && $0.listens(to: .click) }
  }

  /// Enters text into the field with this label.
  public func enter(_ text: String, into label: String) async throws {
    try await act(.input, value: .text(text), on: label) { $0.isNamed(label) && $0.listens(to: .input) }
  }

  /// Presses a key in the element with this label, such as `Enter` or `Escape`.
  public func press(_ key: String, in label: String) async throws {
    try await act(.keydown, value: .text(key), on: label) { $0.isNamed(label) && $0.listens(to: .keydown) }
  }

  /// Reports that a kiosk's idle time has expired. The shell then starts over. Afterwards, wait for the content that it
  /// shows first.
  public func idle() async throws { try await say(["\"idle\""]) }

  /// Sends an event of the node with this id, whether or not the node exists.
  public func send(_ event: NodeEvent.Name, value: NodeEvent.Value = .none, to id: Int) async throws {
    try await say(["\"event\"", "\(id)", PageJSON.text(event), PageJSON.text(value)])
  }

  /// Swipes a page strip to a page.
  ///
  ///     let strip = await shell.node { $0.attributes?["data-pager"] != nil }
  ///     try await shell.scroll(strip?.attributes?["data-pager"] ?? "", to: 2)
  /// - Parameters:
  ///   - pager: The strip's `data-pager`.
  ///   - page: The page's index, from 0.
  public func scroll(_ pager: String, to page: Int) async throws {
    let strip = node { $0.attributes?["data-pager"] == pager }
    let turn = strip?.attributes?["data-turn"] ?? "0"
    try await say(["\"position\"", PageJSON.text(pager), "\(page)", "true", turn])
  }

  /// Stops applying the page turns that Swift requests. Only ``scroll(_:to:)`` turns pages from now on.
  package func holdPages() { turnsPages = false }

  /// Sends any JSON message as the shell's page.
  package func tell(_ message: String) async { await page.tellShell(message) }

  /// Presses the browser's back button.
  public func goBack() async throws { try await traverse(-1) }

  /// Presses the browser's forward button.
  public func goForward() async throws { try await traverse(1) }

  /// Waits for the page in the iframe of the visible screen, and returns it.
  public func topPage() async throws -> TestPage {
    try await wait(for: "the page of the screen on top") { shell in
      shell.topIframe.flatMap { shell.iframes[$0] } != nil
    }
    guard let name = topIframe, let iframe = iframes[name] else { throw TestPageError.navigated }
    return iframe
  }

  /// Waits until `condition` holds. Throws ``TestPageError/timeout(waitingFor:)`` if it does not hold in time.
  /// - Parameter purpose: A description of the awaited state, for the error's text.
  public func wait(
    for purpose: String, until condition: @Sendable (isolated TestShell) throws -> Bool
  ) async throws {
    let changes = Inlet<Void>(purpose, limit: timeLimit)
    watchers.append(changes)
    while try !condition(self) {
      do {
        _ = try await changes.one()
      } catch TestPageError.timeout(let purpose) {
        let seen = texts.map { "\"\($0)\"" }.joined(separator: ", ")
        throw TestPageError.timeout(waitingFor: "\(purpose); the visible texts are: \(seen)")
      }
    }
  }

  /// All visible texts, from top to bottom.
  public var texts: [String] { tree?.texts ?? [] }

  /// Returns the first visible and usable node for which `condition` holds.
  public func node(where condition: (NodeSnapshot) -> Bool) -> NodeSnapshot? { tree?.first(where: condition) }

  // MARK: The page's reactions

  private func act(
    _ event: NodeEvent.Name, value: NodeEvent.Value = .none, on label: String,
    where fits: @Sendable (NodeSnapshot) -> Bool
  ) async throws {
    try await wait(for: "something with the label or text \"\(label)\" that takes \(event.rawValue)") {
      $0.node(where: fits) != nil
    }
    guard let node = node(where: fits) else { return }
    try await send(event, value: value, to: node.id)
  }

  private func traverse(_ step: Int) async throws {
    guard keys.indices.contains(index + step) else { return }
    index += step
    try await say(["\"moved\"", PageJSON.text(keys[index])])
  }

  func say(_ parts: [String]) async throws {
    await page.tell("shell", "[\(parts.joined(separator: ","))]")
  }

  private func receive(_ command: String) async {
    // Unreadable messages are ignored, because the test's own wait then fails.
    guard let news = try? PageJSON.value(ShellNews.self, of: command) else { return }
    switch news {
    case .tree(let tree): self.tree = tree
    case .patches(let patches): tree = tree?.applying(patches)
    case .history(let state):
      (keys, index, title) = (state.entries.map(\.key), state.index, state.title)
      fragments = state.entries.map(\.fragment)
      saved = state.saved
    case .pages(let pages): saved = saved.merging(pages, into: "pages")
    case .open(let address): opened.append(address)
    case .begin:
      (keys, index, saved, fragments) = ([], 0, .null, [])
      // A failed reload is ignored, because the test's own wait then fails.
      Task { try? await reload() }
      return
    }
    await followIframes()
    await followPagers()
    for watcher in watchers { watcher.put(()) }
  }

  /// Loads the pages of new iframes and closes those of removed ones, like a browser.
  private func followIframes() async {
    let wanted = Dictionary((tree?.iframes ?? []).map { ($0.name, $0.source) }) { $1 }
    for (name, page) in iframes where wanted[name] == nil {
      iframes[name] = nil
      await page.close()
    }
    for (name, source) in wanted where iframes[name] == nil && loading.insert(name).inserted {
      defer { loading.remove(name) }
      if let iframe = try? await page.openIframe(name, at: source, access: access, timeLimit: timeLimit) {
        iframes[name] = iframe
      }
    }
  }

  /// Turns each page strip at once to the page that Swift has requested.
  private func followPagers() async {
    for pager in tree?.pagers ?? [] where turnsPages {
      let turn = turns.updateValue(pager.turn, forKey: pager.name)
      guard let turn, turn != pager.turn else { continue }
      try? await scroll(pager.name, to: pager.page)
    }
  }

  private var topIframe: String? {
    tree?.first { $0.tag == "iframe" }?.attributes?["name"]
  }

  /// Opens a page in the iframe with this name, as if the iframe's page had navigated.
  package func openIframe(named name: String, at address: String, isReady: Bool = true) async throws -> TestPage? {
    try await page.openIframe(name, at: address, access: access, timeLimit: timeLimit, isReady: isReady)
  }

  /// The page of the visible screen, or `nil` if it is not loaded.
  package var topIframePage: TestPage? { topIframe.flatMap { iframes[$0] } }

  /// The source of the visible screen's iframe, a path of the server, or `nil` for a native screen.
  public var topSource: String? {
    tree?.first { $0.tag == "iframe" }?.attributes?["src"]
  }
}
