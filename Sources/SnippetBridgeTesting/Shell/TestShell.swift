public import Foundation
public import SnippetShell

/// A simulated browser tab that shows a shell. It maintains the node tree, loads the pages of iframes, and simulates
/// taps.
///
///     let shell = try await TestShell.open(server.url())
///     try await shell.tap("Inbox")
///     try await shell.wait(for: "the inbox's page") { $0.title == "Inbox" }
///
/// The simulated browser behaves as if the user had already interacted with the page. Therefore, each navigation adds a
/// history entry immediately.
public actor TestShell {
  /// The shell's own page.
  public let page: TestPage
  private var state = ShellState()
  /// The node tree, or `nil` until the server has sent it.
  public var tree: NodeSnapshot? { state.tree }
  /// The title of the browser window.
  public var title: String { state.history?.title ?? "" }
  /// The URLs that the server has asked the browser to open outside of the shell.
  public private(set) var opened: [String] = []
  /// The pages of the iframes, by iframe name.
  var iframes: [String: TestPage] = [:]
  /// The names of the iframes in the tree whose pages were requested. Like a browser, the simulation does not request a
  /// page again after an error.
  private var requested: Set<String> = []
  /// The index of the current entry in the shell's history, and the number of entries.
  package var position: (index: Int, count: Int) { (state.history?.index ?? 0, state.keys.count) }
  /// The state that the page stores for a restarted server, as JSON.
  package var savedText: String { (state.history?.saved ?? .null).json }

  private var watchers: [UUID: Inlet<Void>] = [:]
  /// The number of the last page turn that Swift has requested in each page strip, by the strip's name.
  private var turns: [String: String] = [:]
  private var turnsPages = true

  private init(_ page: TestPage, continuing history: ShellNews.History?) {
    self.page = page
    state.history = history
    state.history?.title = ""
  }

  /// Opens a tab and waits until the shell is shown.
  /// - Parameters:
  ///   - url: Any URL of the server.
  ///   - fragment: The fragment of the shell's URL. If the fragment is a path, the shell opens the page at that path.
  ///   - access: The page's credentials and trusted certificates.
  ///   - cookie: The ``TestPage/sessionCookie`` of another page, to simulate a tab in the same browser.
  ///   - neighbor: Another tab of the same browser. The new tab shares its cookies, those of proxied sites too.
  ///   - other: A tab to continue, for example after a server restart or when the user reopens a closed tab. The new
  ///     tab takes over the history and the stored state of this tab.
  ///   - timeLimit: The time limit for everything that the tab waits for.
  public static func open(
    _ url: URL, fragment: String = "", access: PageAccess = PageAccess(), cookie: String? = nil,
    besides neighbor: TestShell? = nil, continuing other: TestShell? = nil, timeLimit: Duration = .seconds(20)
  ) async throws -> TestShell {
    guard let address = URL(string: "/_bridge/shell", relativeTo: url)?.absoluteURL else {
      throw TestPageError.unreachable("\(url) is not an http address")
    }
    let cookies = neighbor?.page.cookies ?? CookieJar(header: cookie ?? "", host: url.host(percentEncoded: false) ?? "")
    let page = try await TestPage(address, access: access, cookies: cookies, timeLimit: timeLimit)
      .begin(isReady: false)
    let shell = TestShell(page, continuing: await other?.state.history)
    try await shell.begin(fragment: fragment)
    return shell
  }

  /// Reloads the shell's page. The server continues with the same shell.
  public func reload() async throws { try await load(state.history?.present?.fragment ?? "") }

  /// Opens the shell's URL with this fragment in a new document, as if the user followed a link on another page.
  public func visit(_ fragment: String) async throws { try await load(fragment, isNewEntry: true) }

  /// Loads the shell's page in a new document.
  /// - Parameter isNewEntry: Whether to add a history entry, which no shell has created.
  private func load(_ fragment: String, isNewEntry: Bool = false) async throws {
    for iframe in iframes.values { await iframe.close() }
    (iframes, requested) = ([:], [])
    state.tree = nil
    if isNewEntry, let count = state.history?.entries.count {
      state.history?.entries.append(.init(key: "", fragment: ""))
      state.history?.index = count
    }
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
    let key = state.history?.present?.key ?? ""
    let hello: Props = [
      "ticket": .string(ticket), "key": key.isEmpty ? .null : .string(key), "saved": state.history?.saved ?? .null,
      "fragment": .string(fragment), "hasNavigateEvent": true,
    ]
    await page.ready()
    await tell("[\"hello\",\(hello.json)]")
    try await wait(for: "the shell") { $0.tree != nil }
  }

  // MARK: Actions of the user

  /// Clicks the button, link or tab with this label or text.
  public func tap(_ label: String) async throws {
    try await act(.click, on: label)
  }

  /// Enters text into the field with this label.
  public func enter(_ text: String, into label: String) async throws {
    try await act(.input, value: .text(text), on: label)
  }

  /// Presses a key in the element with this label, such as `Enter` or `Escape`.
  public func press(_ key: String, in label: String) async throws {
    try await act(.keydown, value: .text(key), on: label)
  }

  /// Reports that a kiosk's idle timeout has expired, which makes the shell start over. After calling this, wait for
  /// the shell's initial content.
  public func idle() async throws { await tell("[\"idle\"]") }

  /// Sends an event for the node with this id. The node need not exist.
  public func send(_ event: NodeEvent.Name, value: NodeEvent.Value = .none, to id: Int) async throws {
    try await tell("[\"event\",\(id),\(PageJSON.text(event)),\(PageJSON.text(value))]")
  }

  /// Swipes a page strip to another page.
  ///
  ///     let strip = await shell.node { $0.attributes?["data-pager"] != nil }
  ///     try await shell.scroll(strip?.attributes?["data-pager"] ?? "", to: 2)
  /// - Parameters:
  ///   - pager: The value of the strip's `data-pager` attribute.
  ///   - page: The index of the page, starting at 0.
  public func scroll(_ pager: String, to page: Int) async throws {
    let strip = node { $0.attributes?["data-pager"] == pager }
    let turn = strip?.attributes?["data-turn"] ?? "0"
    try await tell("[\"position\",\(PageJSON.text(pager)),\(page),true,\(turn)]")
  }

  /// Stops following the page turns that Swift requests. From now on, only ``scroll(_:to:)`` turns pages.
  package func holdPages() { turnsPages = false }

  /// Sends a JSON message to the server as the shell's page.
  package func tell(_ message: String) async { await page.tell("shell", message) }

  /// Presses the browser's back button.
  public func goBack() async throws { try await traverse(-1) }

  /// Presses the browser's forward button.
  public func goForward() async throws { try await traverse(1) }

  /// Waits for the page in the visible screen's iframe and returns it.
  public func topPage() async throws -> TestPage {
    try await wait(for: "the page of the screen on top") { $0.topIframePage != nil }
    guard let iframe = topIframePage else { throw TestPageError.navigated }
    return iframe
  }

  /// Waits until `condition` is true. Throws ``TestPageError/timeout(waitingFor:)`` if this takes longer than the time
  /// limit.
  /// - Parameter purpose: A description of the awaited state, for the error message.
  public func wait(
    for purpose: String, until condition: @Sendable (isolated TestShell) throws -> Bool
  ) async throws {
    let changes = Inlet<Void>(purpose, limit: page.timeLimit)
    let id = UUID()
    watchers[id] = changes
    defer { watchers[id] = nil }
    while try !condition(self) {
      do {
        _ = try await changes.one()
      } catch TestPageError.timeout(let purpose) {
        let seen = texts.map { "\"\($0)\"" }.joined(separator: ", ")
        throw TestPageError.timeout(
          waitingFor:
            "\(purpose); the history is at \(position.index) of \(position.count); the visible texts are: \(seen)")
      }
    }
  }

  /// All visible texts, in document order.
  public var texts: [String] { tree?.texts ?? [] }

  /// Returns the first visible and usable node that satisfies `condition`.
  public func node(where condition: (NodeSnapshot) -> Bool) -> NodeSnapshot? { tree?.usable.first(where: condition) }

  // MARK: Reactions of the page

  private func act(_ event: NodeEvent.Name, value: NodeEvent.Value = .none, on label: String) async throws {
    let fits = { @Sendable (node: NodeSnapshot) in node.listens(to: event) && node.isNamed(label) }
    try await wait(for: "something with the label or text \"\(label)\" that takes \(event.rawValue)") {
      $0.node(where: fits) != nil
    }
    guard let node = node(where: fits) else { return }
    try await send(event, value: value, to: node.id)
  }

  private func traverse(_ step: Int) async throws {
    guard state.keys.indices.contains(position.index + step) else { return }
    state.history?.index += step
    try await tell("[\"moved\",\(PageJSON.text(state.keys[position.index]))]")
  }

  private func receive(_ command: String) async {
    // Ignore messages that cannot be decoded. A test that depends on one fails when its own wait times out.
    guard let news = try? PageJSON.value(ShellNews.self, of: command) else { return }
    state.receive(news)
    if case .open(let address) = news { opened.append(address) }
    if case .begin = news {
      // Ignore a failed reload. A test that depends on it fails when its own wait times out.
      Task { try? await reload() }
      return
    }
    await followIframes()
    await followPagers()
    for watcher in watchers.values { watcher.put(()) }
  }

  /// Like a browser, loads the pages of new iframes and closes the pages of removed iframes.
  private func followIframes() async {
    let wanted = tree?.iframes ?? [:]
    for (name, page) in iframes where wanted[name] == nil {
      iframes[name] = nil
      await page.close()
    }
    requested.formIntersection(wanted.keys)
    for (name, source) in wanted where requested.insert(name).inserted {
      if let iframe = try? await page.openIframe(name, at: source) { iframes[name] = iframe }
    }
  }

  /// Turns each page strip immediately to the page that Swift has requested.
  private func followPagers() async {
    for pager in tree?.pagers ?? [] where turnsPages {
      let turn = turns.updateValue(pager.turn, forKey: pager.name)
      guard let turn, turn != pager.turn else { continue }
      try? await scroll(pager.name, to: pager.page)
    }
  }

  private var topIframe: String? { node { $0.tag == "iframe" }?.attributes?["name"] }

  /// The page in the visible screen's iframe, or `nil` if it is not loaded.
  package var topIframePage: TestPage? { topIframe.flatMap { iframes[$0] } }

  /// The address of the visible screen's page, as a path on the server or as the URL of a proxied site; `nil` for a
  /// native screen.
  public var topSource: String? {
    guard let source = node(where: { $0.tag == "iframe" })?.attributes?["src"] else { return nil }
    // The iframe of a proxied site first loads an address that redirects to the page.
    guard var entrance = URLComponents(string: source), entrance.path == "/_bridge/entrance",
      let page = entrance.queryItems?.first(where: { $0.name == "page" })?.value
    else { return source }
    let fragment = entrance.percentEncodedFragment.map { "#\($0)" } ?? ""
    (entrance.path, entrance.query, entrance.fragment) = ("", nil, nil)
    return (entrance.string ?? "") + page + fragment
  }
}
