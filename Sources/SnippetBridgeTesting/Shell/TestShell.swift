public import Foundation
public import SnippetShell

/// A browser's tab that shows a shell, without a browser: keeps its tree, loads the pages of its frames, taps.
///
///     let shell = try await TestShell.open(server.url())
///     try await shell.tap("Inbox")
///     try await shell.wait(for: "the inbox's page") { $0.title == "Inbox" }
///
/// The user of this tab has always touched the page, so each place gets an entry of the history at once.
public actor TestShell {
  /// The shell's own page.
  public let page: TestPage
  /// What is shown; nil before the server has said.
  public private(set) var tree: NodeSnapshot?
  /// What the window is called.
  public private(set) var title = ""
  /// Addresses that the shell has opened outside of itself.
  public private(set) var opened: [String] = []
  /// The pages of its frames, by the frames' names.
  var frames: [String: TestPage] = [:]
  /// The names of frames whose pages are being loaded.
  private var loading: Set<String> = []
  /// The browser's history: the keys of the shell's entries, and the present one.
  private(set) var keys: [String] = []
  private(set) var index = 0
  private var fragments: [String] = []
  private var saved = "null"

  private let access: PageAccess
  private let timeLimit: Duration
  private var watchers: [Inlet<Void>] = []
  /// The turns of pages beside each other that Swift has asked for, by the strips' names.
  private var turns: [String: String] = [:]
  private var turnsPages = true

  private init(_ page: TestPage, access: PageAccess, timeLimit: Duration) {
    self.page = page
    self.access = access
    self.timeLimit = timeLimit
  }

  /// Opens a tab, and waits until its shell is shown.
  /// - Parameters:
  ///   - url: any of the server's.
  ///   - fragment: what follows `#`: a path opens that page.
  ///   - access: as for a page.
  ///   - cookie: another page's ``TestPage/sessionCookie``, to be in the same browser.
  ///   - other: a tab that outlives its server, or is opened again: this one has its history, and what its page has
  ///     kept.
  ///   - timeLimit: for everything that is waited for.
  public static func open(
    _ url: URL, fragment: String = "", access: PageAccess = PageAccess(), cookie: String? = nil,
    continuing other: TestShell? = nil, timeLimit: Duration = .seconds(20)
  ) async throws -> TestShell {
    guard let address = URL(string: "/_bridge/shell", relativeTo: url)?.absoluteURL else {
      throw TestPageError.unreachable("\(url) is not an http address")
    }
    let page = try await TestPage.open(
      address, frame: nil, access: access, cookie: cookie, timeLimit: timeLimit, isReady: false)
    let shell = TestShell(page, access: access, timeLimit: timeLimit)
    if let other { await shell.continue(await other.kept) }
    try await shell.begin(fragment: fragment)
    return shell
  }

  private var kept: (saved: String, keys: [String], index: Int, fragments: [String]) { (saved, keys, index, fragments) }

  private func `continue`(_ kept: (saved: String, keys: [String], index: Int, fragments: [String])) {
    (saved, keys, index, fragments) = kept
  }

  /// Loads the shell's page anew, as a reload does: the server finds the same shell.
  public func reload() async throws {
    for frame in frames.values { await frame.close() }
    frames = [:]
    tree = nil
    try await page.navigate(isReady: false)
    try await begin(fragment: fragments.indices.contains(index) ? fragments[index] : "")
  }

  /// Opens the shell's address anew, with what follows `#`, as a link elsewhere does.
  public func visit(_ fragment: String) async throws {
    for frame in frames.values { await frame.close() }
    frames = [:]
    tree = nil
    // It is a new entry, which no shell has made.
    keys.append("")
    index = keys.count - 1
    try await page.navigate(isReady: false)
    try await begin(fragment: fragment)
  }

  /// Closes the tab.
  public func close() async {
    for frame in frames.values { await frame.close() }
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

  /// Presses the button, link or tab with this label or text.
  public func tap(_ label: String) async throws {
    try await act(.click, on: label) { $0.isNamed(label) && $0.listens(to: .click) }
  }

  /// Writes into the field with this label.
  public func enter(_ text: String, into label: String) async throws {
    try await act(.input, value: .text(text), on: label) { $0.isNamed(label) && $0.listens(to: .input) }
  }

  /// Presses a key in the element with this label, such as `Enter` or `Escape`.
  public func press(_ key: String, in label: String) async throws {
    try await act(.keydown, value: .text(key), on: label) { $0.isNamed(label) && $0.listens(to: .keydown) }
  }

  /// Lets the time of a kiosk pass that nobody touches: the shell begins anew. Wait for what it shows then.
  public func idle() async throws { try await say(["\"idle\""]) }

  /// An event of the node with this id, whether or not there is one.
  public func send(_ event: NodeEvent.Name, value: NodeEvent.Value = .none, to id: Int) async throws {
    try await say(["\"event\"", "\(id)", PageJSON.text(event), PageJSON.text(value)])
  }

  /// Swipes pages beside each other until this one is seen.
  ///
  ///     let strip = await shell.node { $0.attributes?["data-pager"] != nil }
  ///     try await shell.scroll(strip?.attributes?["data-pager"] ?? "", to: 2)
  /// - Parameters:
  ///   - pager: the strip's `data-pager`.
  ///   - page: the page's index, from 0.
  public func scroll(_ pager: String, to page: Int) async throws {
    let strip = node { $0.attributes?["data-pager"] == pager }
    let turn = strip?.attributes?["data-turn"] ?? "0"
    try await say(["\"position\"", PageJSON.text(pager), "\(page)", "true", turn])
  }

  /// Leaves the turning of pages to ``scroll(_:to:)``.
  package func holdPages() { turnsPages = false }

  /// Says anything at all, as the shell's page: JSON.
  package func tell(_ message: String) async { await page.tellShell(message) }

  /// The browser's button.
  public func goBack() async throws { try await traverse(-1) }

  /// The browser's button.
  public func goForward() async throws { try await traverse(1) }

  /// The page in the frame of the screen that is seen.
  public func topPage() async throws -> TestPage {
    try await wait(for: "the page of the screen on top") { shell in
      shell.topFrame.flatMap { shell.frames[$0] } != nil
    }
    guard let name = topFrame, let frame = frames[name] else { throw TestPageError.navigated }
    return frame
  }

  /// Waits until `condition` holds. Throws ``TestPageError/timeout(waitingFor:)`` when it does not in time.
  /// - Parameter purpose: what is waited for, for the error's text.
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
        throw TestPageError.timeout(waitingFor: "\(purpose); these texts are seen: \(seen)")
      }
    }
  }

  /// All texts that are seen, from top to bottom.
  public var texts: [String] { tree?.texts ?? [] }

  /// The first node that `condition` holds for, among those that are seen and can be used.
  public func node(where condition: (NodeSnapshot) -> Bool) -> NodeSnapshot? { tree?.first(where: condition) }

  // MARK: What the page does

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
    // What it cannot read shows in what is waited for.
    guard let news = try? PageJSON.value(ShellNews.self, of: command) else { return }
    switch news {
    case .tree(let tree): self.tree = tree
    case .patches(let patches): tree = tree?.applying(patches)
    case .history(let state, let text):
      (keys, index, title) = (state.entries.map(\.key), state.index, state.title)
      fragments = state.entries.map(\.fragment)
      saved = text
    case .open(let address): opened.append(address)
    case .begin:
      (keys, index, saved, fragments) = ([], 0, "null", [])
      // Whoever waits sees that it has come to nothing.
      Task { try? await reload() }
      return
    }
    await followFrames()
    await followPagers()
    for watcher in watchers { watcher.put(()) }
  }

  /// Frames load what they are told to, as a browser's do.
  private func followFrames() async {
    let wanted = Dictionary((tree?.frames ?? []).map { ($0.name, $0.source) }) { $1 }
    for (name, page) in frames where wanted[name] == nil {
      frames[name] = nil
      await page.close()
    }
    for (name, source) in wanted where frames[name] == nil && loading.insert(name).inserted {
      defer { loading.remove(name) }
      if let frame = try? await page.openFrame(name, at: source, access: access, timeLimit: timeLimit) {
        frames[name] = frame
      }
    }
  }

  /// Pages beside each other turn at once to the one that Swift wants to be seen.
  private func followPagers() async {
    for pager in tree?.pagers ?? [] where turnsPages {
      let turn = turns.updateValue(pager.turn, forKey: pager.name)
      guard let turn, turn != pager.turn else { continue }
      try? await scroll(pager.name, to: pager.page)
    }
  }

  private var topFrame: String? {
    tree?.first { $0.tag == "iframe" }?.attributes?["name"]
  }

  /// Has a page in a frame of this name, as when the frame's page has gone there.
  package func openFrame(named name: String, at address: String, isReady: Bool = true) async throws -> TestPage? {
    try await page.openFrame(name, at: address, access: access, timeLimit: timeLimit, isReady: isReady)
  }

  /// The page of the screen that is seen, if it is there already.
  package var topFramePage: TestPage? { topFrame.flatMap { frames[$0] } }

  /// What the frame of the screen that is seen was told to load: a path of the server; nil for a native screen.
  public var topSource: String? {
    tree?.first { $0.tag == "iframe" }?.attributes?["src"]
  }
}
