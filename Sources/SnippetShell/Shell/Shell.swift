public import DSBridge
import Logging

/// The native user interface around snippets in one browser tab: bars and stacks of screens, as in a mobile app.
///
///     server.shell { shell in
///       shell.tabs = [
///         Tab("Home", icon: .home, content: .page("/home.html")),
///         Tab("Inbox", icon: .bell, badge: "3", content: .page("/inbox.html")),
///       ]
///     }
///
/// The actor shares the executor of its web view, so messages from the page and updates stay in order. The shell lives
/// as long as the web view, which survives reloads and lost connections.
public actor Shell {
  /// The web view of the shell's own page.
  public nonisolated let webView: WebView
  /// The executor of ``webView``. Sharing this executor avoids switching threads between the web view and the shell.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { webView.unownedExecutor }

  weak let module: ShellModule?
  nonisolated let logger: Logger
  /// The origin of the shell's page, such as `http://localhost:8080`.
  package nonisolated let origin: String
  /// Whether the browser reports each navigation of a document to the page's script before it starts
  /// (``ShellMessage/Hello/hasNavigateEvent``).
  nonisolated let hasNavigateEvent: Bool

  /// The tabs. The shell shows the first tab initially. When the tabs are replaced, a new tab with the ID of a previous
  /// tab keeps that tab's stack.
  public var tabs: [Tab] = [] { didSet { tabsChanged() } }
  /// A closure that returns the node above the screens; `nil` for none. By default, the node is a ``Toolbar``.
  public var header: (@Sendable (isolated Shell) -> Node)? = { Toolbar().body(in: $0) } { didSet { setNeedsUpdate() } }
  /// A closure that returns the node below the screens; `nil` for none. By default, the node contains the visible
  /// screen's toolbar, if it has items, and the tab bar.
  public var footer: (@Sendable (isolated Shell) -> Node)? = { $0.bottomBars() } { didSet { setNeedsUpdate() } }
  /// The bar with a button for each tab. Hidden while there are fewer than two tabs.
  public var tabBar: any Bar = Bar.TabBar() { didSet { setNeedsUpdate() } }
  /// Indicates whether the tab bar is hidden while the stack contains more than one screen.
  public var hidesTabBarWhenPushed = false { didSet { setNeedsUpdate() } }
  /// The colors and sizes of the shell's bars and views.
  public var theme = Theme() { didSet { setNeedsUpdate() } }
  /// A closure that decides what to do about links and other navigations of pages. If `nil`,
  /// ``Proposal/defaultDecision`` applies.
  public var proposalHandler: (@Sendable (Proposal, isolated Shell) async -> Proposal.Decision)?
  /// The maximum number of screens whose pages are loaded, including the visible ones; 8 by default. Visible screens
  /// always keep their pages. For the remaining screens, the shell stores only the address and the scroll position.
  public var liveScreenCount = 8

  /// The bindings of the whole shell. Bindings of tabs and screens take precedence.
  public var bindings = Bindings() { didSet { bindingsChanged() } }
  /// The current entries of the snippet list that the shell's tabs follow.
  var entries: [Snippet.ID: SnippetList.Entry] = [:]
  var following: Task<Void, Never>?
  var greeting: ShellMessage.Hello?
  var history: ShellHistory?
  /// Whether the shell has received the first version of the snippet list.
  var hasList = false
  /// The saved state to restore after the shell has received the snippet list.
  var awaited: SavedShell?
  var screens: [ScreenID: Screen] = [:]
  /// The screens in order of creation, which is also the order of their iframes in the document. The order never
  /// changes, because browsers reload an iframe that is moved.
  var order: [ScreenID] = []
  /// The most recent stack of each tab.
  var stacks: [Tab.ID: [ScreenID]] = [:]
  var live = LiveScreens()
  let tabItems = ItemList()
  var pagers: [ScreenID: Pager] = [:]
  /// The layout problems found in the last drawing of each bar, keyed by bar name.
  var barProblems: [String: Set<String>] = [:]
  /// The receivers of the events of shared pages, by the screens that hold the iframes of these pages.
  var sharedPages: [ScreenID: SharedPageReceiver] = [:]
  /// Whether the last change to the screens is animated.
  var isAnimated = true
  var dialogs: [Dialog] = []
  var events = ShellEvents()
  var toasts: [Toast] = []
  var dialogLimit = NoticeLimit(8)
  var toastLimit = NoticeLimit(5)
  var lastNumber = 0

  private var tree = NodeTree()
  /// The reasons why parts of the shell cannot be shown, keyed by part name. Stored so that each problem is logged only
  /// once.
  var broken: [String: NodeError] = [:]
  /// Indicates whether the current document of the shell's page has sent its hello message. Patches are sent only after
  /// this message.
  private(set) var isShown = false
  /// Whether the page must be updated at the end of the web view's current or next round (see ``setNeedsUpdate()``).
  private(set) var needsUpdate = false
  var historySync = HistorySync()
  /// The parts of the program that the inspector's tree shows with this shell, such as navigators. The closures are
  /// called in the shell's isolation.
  package var inspectedParts: [@Sendable () -> InspectedNode] = []
  var isEnded = false

  /// A random suffix for iframe names in a kiosk, from which pages recognize that the kiosk has a new user. Empty if
  /// the shell is not a kiosk.
  let visit: String

  init(webView: WebView, module: ShellModule, hasNavigateEvent: Bool) {
    visit = module.isKiosk ? ".\(WebView.randomID())" : ""
    self.webView = webView
    origin = webView.client?.origin ?? ""
    self.module = module
    self.hasNavigateEvent = hasNavigateEvent
    logger = webView.logger
  }

  /// The topmost visible screen, including sheets. If that screen has several pages, this is the screen of its current
  /// page.
  public var topScreen: Screen? { history?.place.top.flatMap { shownScreen($0) } }

  /// The top screen of the selected tab's stack, below any sheets. If that screen has several pages, this is the screen
  /// of its current page.
  public var stackScreen: Screen? { history?.place.stack.last.flatMap { shownScreen($0) } }

  /// The screens of the selected tab's stack, from bottom to top.
  public var stack: [Screen] { history?.place.stack.compactMap { screens[$0] } ?? [] }

  /// The sheets above the stack, from bottom to top.
  public var sheets: [Screen] { history?.place.sheets.compactMap { screens[$0] } ?? [] }

  private func shownScreen(_ id: ScreenID) -> Screen? { screens[pagers[id]?.current ?? id] }

  /// The selected tab, or `nil` while there are no tabs.
  public var selectedTab: Tab? { history.flatMap { history in tabs.first { $0.id == history.place.tab } } }

  /// Runs `body` in the shell's isolation, to make several changes at once or to use values that are not `Sendable`.
  public func perform<Result, Failure: Error>(
    _ body: @Sendable (isolated Shell) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try body(self)
  }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Updates

  /// Schedules an update of the page. All changes of the current round, in which the web view processes its queued
  /// work, are sent in one message at the end of the round.
  public func setNeedsUpdate() {
    guard isShown, !needsUpdate else { return }
    needsUpdate = true
    scheduleRound()
  }

  private func scheduleRound(isNext: Bool = false) {
    // Safe: the shell runs on the web view's executor.
    webView.assumeIsolated { $0.scheduleRound(isNext: isNext) }
  }

  /// Updates the page at the end of a round of the web view.
  func roundEnded() {
    guard needsUpdate else { return }
    update()
    // If an observer has changed the shell after the page was updated, the page is updated again in the next round.
    if needsUpdate { scheduleRound(isNext: true) }
  }

  private func update() {
    needsUpdate = false
    guard isShown, !isEnded else { return }
    keepScreensAlive()
    tellHistory()
    tellWhoIsSeen()
    attachNavigators()
    tellNavigator()
    let patches = tree.update(toChecked: body())
    if !patches.isEmpty { send(.patches(patches)) }
    tellOfCompletion()
  }

  func tellHistory() {
    guard isShown, !isEnded else { return }
    if let command = historySync.command(for: historyState) { send(command) }
  }

  /// Sends the whole tree and the history to a page that is new or could not apply a patch.
  func show() {
    isShown = true
    needsUpdate = false
    keepScreensAlive()
    _ = tree.update(toChecked: body())
    historySync = HistorySync()
    tellHistory()
    if let snapshot = tree.snapshot { send(.tree(snapshot)) }
    tellOfCompletion()
  }

  /// Stops sending patches after a new document has replaced the page, until the new document has sent its hello
  /// message.
  func pageChanged() { isShown = false }

  func send(_ command: ShellCommand) {
    guard let json = try? JSONSerializer().encode(command) else { return }
    // Safe: the shell runs on the web view's executor.
    webView.assumeIsolated { $0.tellShownPage("shell", json) }
  }

  private func perform(_ action: Node.Action, _ event: NodeEvent) async { await action(event) }

  /// Runs the action of a node after the user has triggered an event.
  func receive(_ event: NodeEvent, at id: Int) {
    guard let action = tree.receive(event, at: id) else {
      // The node was removed while the event was in transit.
      return logger.debug(
        "an event arrived for a removed node", metadata: ["node": "\(id)", "event": "\(event.name)"])
    }
    // In Swift 6.3, a closure with a capture list does not start in the caller's isolation. The executor preference
    // ensures that it still starts on the same queue, so that user input stays in order.
    Task.immediate(executorPreference: webView.taskExecutor) { await self.perform(action, event) }
  }
}
