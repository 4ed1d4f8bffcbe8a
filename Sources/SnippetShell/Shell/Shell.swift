public import DSBridge
import Logging

/// The native chrome around snippets, in one browser tab: what stands where a phone's app has its bars and its stacks
/// of screens.
///
///     server.shell { shell in
///       shell.tabs = [
///         Tab("Home", icon: .home, content: .page("/home.html")),
///         Tab("Inbox", icon: .bell, badge: "3", content: .page("/inbox.html")),
///       ]
///     }
///
/// An actor in the isolation of the web view that shows it, so what its page says and what it shows stay in order. It
/// lives as long as that web view: through reloads and lost connections.
public actor Shell {
  /// The shell's own page.
  public nonisolated let webView: WebView
  /// The page's, so that nothing of the shell waits for another thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { webView.unownedExecutor }

  weak let module: ShellModule?
  nonisolated let logger: Logger
  /// Where the page comes from: `http://localhost:8080`.
  nonisolated let origin: String

  /// The tabs, of which the first is shown first. A tab keeps its stack as long as one of its id is there.
  public var tabs: [Tab] = [] { didSet { tabsChanged() } }
  /// What stands above the screens; nil for nothing.
  public var header: (@Sendable (isolated Shell) -> Node)? = { Toolbar().body(in: $0) } { didSet { setNeedsUpdate() } }
  /// What stands below them.
  public var footer: (@Sendable (isolated Shell) -> Node)? = { $0.tabBarNode() } { didSet { setNeedsUpdate() } }
  /// The bar with a button for each tab; nothing is seen of it where there is one tab.
  public var tabBar: any Bar = Bar.TabBar() { didSet { setNeedsUpdate() } }
  /// Colours and sizes.
  public var theme = Theme() { didSet { setNeedsUpdate() } }
  /// Decides what becomes of links and other navigations of the pages; nil for ``Proposal/defaultDecision``.
  public var proposalHandler: (@Sendable (Proposal, isolated Shell) async -> Proposal.Decision)?
  /// How many screens keep their page alive while they are not seen; of older ones the address and the scroll position
  /// are kept.
  public var liveScreenCount = 8

  var views = ShellViews()
  /// Of the snippets that a list has.
  var entries: [Snippet.ID: SnippetList.Entry] = [:]
  var following: Task<Void, Never>?
  var greeting: ShellMessage.Hello?
  var history: ShellHistory?
  /// Its list of snippets has come, if it follows one.
  var hasList = false
  /// What was saved of a shell whose tabs have not all come.
  var awaited: SavedShell?
  var screens: [ScreenID: Screen] = [:]
  /// In the order they were made, in which their frames stand: a frame that is moved would load anew.
  var order: [ScreenID] = []
  /// What each tab showed when it was left.
  var stacks: [Tab.ID: [ScreenID]] = [:]
  /// Screens with a live page, the one that was seen last at the end.
  var recent: [ScreenID] = []
  let tabItems = ItemList()
  var pagers: [ScreenID: Pager] = [:]
  var dialogs: [Dialog] = []
  var questions: [Int: CheckedContinuation<Dialog.Answer, Never>] = [:]
  var toasts: [Toast] = []
  var lastNumber = 0

  // Each part of it has been checked for what one may hold.
  private var tree = NodeTree(limits: NodeLimits(count: 50_000))
  /// Parts that cannot be shown, and why, so that the log says it once.
  var broken: [String: NodeError] = [:]
  /// Its page has said hello and gets patches.
  private(set) var isShown = false
  private var isUpdating = false
  private var sentHistory: HistoryState?
  var isEnded = false

  /// Of a kiosk: ends the names of its frames, by which pages know that another visitor has come.
  let visit: String

  init(webView: WebView, origin: String, module: ShellModule, logger: Logger) {
    visit = module.isKiosk ? ".\(WebView.randomID())" : ""
    self.webView = webView
    self.origin = origin
    self.module = module
    self.logger = logger
  }

  /// The screen that is seen above all others; of several pages the one in the middle.
  public var topScreen: Screen? { history?.place.top.flatMap { shownScreen($0) } }

  /// The one on top of the tab's stack, below sheets.
  public var stackScreen: Screen? { history?.place.stack.last.flatMap { shownScreen($0) } }

  /// The selected tab's screens, the lowest first.
  public var stack: [Screen] { history?.place.stack.compactMap { screens[$0] } ?? [] }

  /// The sheets above them, the lowest first.
  public var sheets: [Screen] { history?.place.sheets.compactMap { screens[$0] } ?? [] }

  private func shownScreen(_ id: ScreenID) -> Screen? { screens[pagers[id]?.current ?? id] }

  /// The tab that is shown; nil before there is one.
  public var selectedTab: Tab? { history.flatMap { history in tabs.first { $0.id == history.place.tab } } }

  /// Runs `body` in the shell's isolation, for several changes at once and for what is not `Sendable`.
  public func perform<Result, Failure: Error>(
    _ body: @Sendable (isolated Shell) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try body(self)
  }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: What is shown

  /// The page gets what has changed, together with everything else that changes in this turn.
  public func setNeedsUpdate() {
    guard isShown, !isUpdating else { return }
    isUpdating = true
    Task { self.update() }
  }

  func update() {
    isUpdating = false
    guard isShown, !isEnded else { return }
    keepScreensAlive()
    tellHistory()
    tellWhoIsSeen()
    do {
      let patches = try tree.update(to: body())
      if !patches.isEmpty { send(.patches(patches)) }
    } catch {
      logger.error("the shell cannot show what it was told to, and stays as it is", metadata: ["error": "\(error)"])
    }
  }

  private func tellHistory() {
    let state = historyState
    guard state != sentHistory else { return }
    sentHistory = state
    send(.history(state))
  }

  /// Its page is new, or has lost track: it gets everything.
  func show() {
    isShown = true
    isUpdating = false
    keepScreensAlive()
    do { _ = try tree.update(to: body()) } catch {
      logger.error("the shell cannot show what it was told to", metadata: ["error": "\(error)"])
    }
    sentHistory = nil
    tellHistory()
    if let snapshot = tree.snapshot { send(.tree(snapshot)) }
  }

  func send(_ command: ShellCommand) {
    guard let json = try? JSONSerializer().encode(command) else { return }
    webView.tellPage("shell", json)
  }

  private func perform(_ action: Node.Action, _ event: NodeEvent) async { await action(event) }

  /// The user has done something with a node.
  func receive(_ event: NodeEvent, at id: Int) {
    guard let action = tree.receive(event, at: id) else {
      // It has gone since: taps and patches cross.
      return logger.debug(
        "an event of a node that is not there", metadata: ["node": "\(id)", "event": "\(event.name)"])
    }
    Task.immediate { await self.perform(action, event) }
  }
}
