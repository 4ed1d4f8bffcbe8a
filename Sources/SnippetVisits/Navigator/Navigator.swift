public import DSBridge
public import Foundation
import Logging
public import SnippetShell

/// The stacks of screens of one tab, and the two sessions whose pages they show.
///
///     server.shell { shell in
///       let navigator = Navigator(configuration: .init(name: "main", startLocation: start), delegate: Delegate())
///       shell.tabs = [Tab("Home", icon: .home, navigator: navigator)]
///       navigator.start()
///     }
///
/// All members are used in the isolation of the shell in which the navigator was created. The shell keeps the navigator
/// alive.
public final class Navigator: Navigating, ShellUser {
  /// The values of a navigator.
  public struct Configuration: Sendable {
    /// The name, for logs.
    public let name: String
    /// The URL of the first screen: a page of this server or of a proxied site. A path alone is relative to this
    /// server.
    public internal(set) var startLocation: URL
    /// The program's configuration.
    public let config: HotwireConfig

    /// Creates a configuration.
    public init(name: String, startLocation: URL, config: HotwireConfig = Hotwire.config) {
      self.name = name
      self.startLocation = startLocation
      self.config = config
    }
  }

  /// The configuration, with the start location as a complete URL.
  public let configuration: Configuration
  /// The delegate that decides about proposals. While it is `nil`, proposals change nothing.
  public var delegate: (any NavigatorDelegate)?
  /// The session of the main stack.
  public let session: Session
  /// The session of the modal.
  public let modalSession: Session
  /// The shell that shows the screens.
  public private(set) weak var shell: Shell?

  var stacks = NavigationStacks()
  /// The tab that shows the stacks.
  let tab: Tab.ID
  /// The controllers of all screens that the shell may show, including those that the user can reach by going forward,
  /// each with the URL and the properties of its proposal.
  private var shown: [ScreenID: (controller: ViewController, url: URL, properties: PathProperties)] = [:]
  /// Indicates whether a modal was routed while another tab was selected, so that the shell does not show it yet.
  private var isModalPending = false
  /// Indicates whether a click or key press has caused the navigation about which the handlers decide.
  var hasUserGesture = true
  /// A URL at the origin from which the browser loads the site's pages. For a proxied site, the URL has a port of this
  /// server.
  private let browserOrigin: URL?
  var logger: Logger { configuration.config.logger }

  /// Creates a navigator in a shell's isolation.
  /// - Parameter isolation: the shell in whose isolation the caller runs. Directly in the closure of `server.shell`,
  ///   the default value is correct. In a closure inside it, such as that of `map`, pass the shell.
  public init(
    configuration: Configuration, delegate: (any NavigatorDelegate)? = nil, isolation: (any Actor)? = #isolation
  ) {
    let shell = isolation as? Shell
    var configuration = configuration
    if let origin = shell.flatMap({ URL(string: $0.origin + "/") }),
      let url = URL(string: configuration.startLocation.relativeString, relativeTo: origin)?.absoluteURL
    {
      configuration.startLocation = url
    }
    self.configuration = configuration
    self.delegate = delegate ?? DefaultNavigatorDelegate()
    self.shell = shell
    let start = configuration.startLocation
    // Safe: the caller is in the shell's isolation.
    browserOrigin = shell.flatMap { $0.assumeIsolated { try? $0.browserURL(of: start) } }
    let config = configuration.config
    session = Session(name: configuration.name, shell: shell, config: config)
    modalSession = Session(name: "\(configuration.name)-modal", shell: shell, isModal: true, config: config)
    // Each navigator adds an observer, so the number is unique in the shell. A restarted program that creates its
    // navigators in the same order gets the same identifiers, so that the shell's saved state can be restored.
    // Safe: the caller is in the shell's isolation.
    let number = shell.map { shell in shell.assumeIsolated { $0.observerCount } } ?? 0
    tab = "navigator-\(configuration.name)-\(number)"
    if shell == nil {
      logger.error(
        """
        a navigator was created outside of a shell and shows nothing: create it in server.shell { … }, and in a nested \
        closure there, such as that of map, pass isolation: shell
        """)
    }
    for session in [session, modalSession] { session.delegate = self }
    let own = InShell(self)
    // Safe: the caller is in the shell's isolation.
    shell?.assumeIsolated { shell in
      if config.hideTabBarWhenPushed { shell.hidesTabBarWhenPushed = true }
      shell.observe { event, shell in own.value.observe(event, shell) }
      shell.inspectedParts.append { own.value.inspected }
    }
  }

  // MARK: Screens

  /// The lowest screen of the main stack.
  public var rootViewController: ViewController? { stacks.main.first.flatMap { shown[$0.id]?.controller } }
  /// The lowest screen of the modal; `nil` if none is shown.
  public var modalRootViewController: ViewController? { stacks.modal.first.flatMap { shown[$0.id]?.controller } }
  /// The screen on top.
  public var topViewController: ViewController? { stacks.top.flatMap { shown[$0.id]?.controller } }
  /// The screens of the main stack.
  public var viewControllers: [ViewController] { stacks.main.compactMap { shown[$0.id]?.controller } }
  /// The screens of the modal.
  public var modalViewControllers: [ViewController] { stacks.modal.compactMap { shown[$0.id]?.controller } }
  /// The web view of the modal's session while a modal is shown, otherwise of the main session.
  public var activeWebView: WebView? { stacks.modal.isEmpty ? session.webView : modalSession.webView }
  /// The URL of the page on top; `nil` for native content.
  public var currentVisitableURL: URL? { (topViewController as? any Visitable).map { siteURL($0.currentVisitableURL) } }

  // MARK: Routing

  /// Shows the page of the start location as the first screen. Does nothing if there are screens already.
  public func start() {
    guard stacks.isEmpty else {
      return logger.warning("a navigator was started twice", metadata: ["navigator": "\(configuration.name)"])
    }
    route(configuration.startLocation)
  }

  /// Routes a URL.
  public func route(_ url: URL, options: VisitOptions? = VisitOptions(), parameters: Props? = nil) {
    let url = siteURL(url)
    route(
      VisitProposal(
        url: url, options: options ?? VisitOptions(),
        properties: configuration.config.pathConfiguration.properties(for: url), parameters: parameters))
  }

  /// Routes a proposal: asks the route decision handlers and the delegate, starts a visit and changes the stacks.
  public func route(_ proposal: VisitProposal) {
    guard RouteDecider.decide(proposal, configuration, self) == .navigate else { return note(proposal, "cancel") }
    let result = delegate?.handle(proposal: proposal, from: self) ?? .reject
    note(proposal, result.name)
    let controller: ViewController
    switch result {
    case .accept:
      controller = configuration.config.defaultViewController(proposal.url).visitableViewController
    case .acceptCustom(let alert as AlertController):
      alert.shell = shell
      return alert.present()
    case .acceptCustom(let custom): controller = custom
    case .reject:
      // The visit in the modal was redirected to the main stack. The modal has no content, so it is dismissed.
      if proposal.isRedirect, proposal.context == .default, !stacks.modal.isEmpty { dismissModal() }
      return
    }
    let id = ScreenID()
    shown[id] = (controller, proposal.url, proposal.properties)
    controller.shell = shell
    apply(.replace, animated: proposal.animated) {
      $0.route(proposal, as: id)
    } before: { stacks in
      guard stacks.screens.contains(id) else { return }
      add(controller, id, proposal.properties, isSheet: stacks.modal.contains { $0.id == id })
    }
    if !stacks.screens.contains(id) { shown[id] = nil }
  }

  /// Removes the top screen of the modal, or of the main stack if there is no modal. The root stays. The modal closes
  /// when its last screen is removed.
  public func pop(animated: Bool = true) { pop(from: nil, animated: animated) }

  func pop(from context: Navigation.Context?, animated: Bool) {
    apply(.pop, animated: animated) { stacks in
      stacks.pop(from: context)
      return NavigationStacks.Outcome()
    }
  }

  private func dismissModal() {
    apply(.dismiss) { NavigationStacks.Outcome(erased: $0.dismissModal()) }
  }

  /// Removes all screens except the root, and visits the root again.
  public func clearAll(animated: Bool = false) { apply(.pop, animated: animated) { $0.clearAll() } }

  /// Loads the pages of both sessions again.
  public func reload() {
    session.reload()
    modalSession.reload()
  }

  /// Opens a URL in a window of the browser. For an address such as `tel:`, the browser opens another program instead.
  /// Asks the user first if the navigation was not caused by a click or key press. In a kiosk, nothing is opened.
  public func openExternally(_ url: URL) { openElsewhere(url, inSheet: false) }

  /// Opens a page of another server in a sheet, if the shell can show such pages, and otherwise in a window.
  public func browse(_ url: URL) { openElsewhere(url, inSheet: true) }

  private func openElsewhere(_ url: URL, inSheet: Bool) {
    if let old = delegate as? any TurboDelegate { return old.session(session: session, openExternalURL: url) }
    let (asks, logger) = (!hasUserGesture, logger)
    inShell { (shell: isolated Shell) -> Void in
      if inSheet, shell.isBrowser { return _ = shell.browse(url) }
      guard !shell.isKiosk else {
        return logger.notice("a kiosk does not open other pages", metadata: ["url": "\(url)"])
      }
      guard asks else { return shell.open(url) }
      Task {
        let host = url.host() ?? url.absoluteString
        if await shell.confirm("Open \(host.prefix(100))?", action: "Open") { shell.open(url) }
      }
    }
  }

  // MARK: Changes

  /// Changes the stacks, starts the visit that the change requires, and then shows the screens.
  private func apply(
    _ reason: ShellEvent.Reason, animated: Bool = true, _ change: (inout NavigationStacks) -> NavigationStacks.Outcome,
    before: (NavigationStacks) -> Void = { _ in }
  ) {
    guard shell != nil else { return }
    var next = stacks
    let outcome = change(&next)
    let (old, new) = (stacks, next)
    guard new.screens.count <= max(old.screens.count, Shell.longestStack) else {
      return logger.warning(
        "a screen was not added: its navigator has the maximum number of screens",
        metadata: ["navigator": "\(configuration.name)"])
    }
    stacks = new
    before(new)
    if let visit = outcome.visit, let visitable = shown[visit.screen]?.controller as? any Visitable {
      (visit.context == .modal ? modalSession : session).visit(visitable, options: visit.options)
    }
    guard old != new else { return }
    let hadModal = !old.modal.isEmpty
    let reason: ShellEvent.Reason =
      outcome.isNewEntry
      ? (new.modal.isEmpty || hadModal ? .push : .present) : hadModal && new.modal.isEmpty ? .dismiss : reason
    let (main, modal, tab) = (new.main.map(\.id), new.modal.map(\.id), tab)
    inShell { (shell: isolated Shell) -> Void in
      shell.show(
        main, sheets: modal, of: tab, isNewEntry: outcome.isNewEntry, isAnimated: animated, erasing: outcome.erased,
        because: reason)
    }
    isModalPending = !modal.isEmpty && inShell { $0.selectedTab?.id == tab } == false
  }

  private func add(_ controller: ViewController, _ id: ScreenID, _ properties: PathProperties, isSheet: Bool) {
    let (title, body) = (controller.title, WeakInShell(controller))
    let content = Screen.Content.native(title: title) { shell in body.object?.body(in: shell) ?? Node.div {} }
    let detent = isSheet ? properties.modalStyle.detent : nil
    let isDismissable = properties.modalDismissGestureEnabled
    let allowsReload = properties.pullToRefreshEnabled
    let closeTitle = configuration.config.showDoneButtonOnModals ? "Done" : "Close"
    let errorView = configuration.config.makeCustomErrorView.map { view in
      { @Sendable (error: any Error, retry: @escaping @Sendable () async -> Void) in
        view(error as? HotwireNativeError ?? .web(WebError(cause: .other, message: "\(error)"))) { _ in await retry() }
      }
    }
    inShell { (shell: isolated Shell) -> Void in
      shell.addScreen(
        content, id: id, detent: detent, isDismissable: isDismissable, allowsReload: allowsReload,
        closeTitle: closeTitle, errorView: errorView)
    }
    show(controller, id, isSheet: isSheet)
    (controller as? any Visitable)?.visitableView.allowsPullToRefresh = allowsReload
  }

  /// Connects a controller with its screen, and a visitable with its session's page.
  private func show(_ controller: ViewController, _ id: ScreenID, isSheet: Bool) {
    controller.shell = shell
    controller.navigator = self
    controller.screen = id
    guard let visitable = controller as? any Visitable else { return }
    let session = isSheet ? modalSession : session
    visitable.visitableDelegate = session
    visitable.visitableView.allowsPullToRefreshChanged = { [weak self] allows in
      self?.inShell { $0.update(id) { $0.allowsReload = allows } }
    }
    session.show(in: id)
    let url = visitable.initialVisitableURL
    inShell { (shell: isolated Shell) -> Void in
      if let url = try? shell.browserURL(of: url) { shell.update(id) { $0.url = url } }
    }
  }

  // MARK: The shell

  private func observe(_ event: ShellEvent, _ shell: isolated Shell) {
    let isSelected = shell.selectedTab?.id == tab
    if isSelected { follow(shell) }
    switch event {
    case .screenWillAppear(let screen, let reason):
      guard let controller = shown[screen.id]?.controller else { return }
      controller.appearReason = .init(reason, after: controller.disappearReason)
      controller.loadIfNeeded()
      controller.viewWillAppear()
    case .screenDidAppear(let screen, _): shown[screen.id]?.controller.viewDidAppear()
    case .screenWillDisappear(let screen, let reason):
      guard let controller = shown[screen.id]?.controller else { return }
      controller.disappearReason = .init(reason)
      controller.viewWillDisappear()
    case .screenDidDisappear(let screen, _):
      shown[screen.id]?.controller.viewDidDisappear()
      drop(shell)
    case .tabSelected(let selected) where selected == tab: selectedTab(shell)
    default: break
    }
  }

  /// Updates the stacks to the screens that the shell shows after Back, Forward, or a change by the program.
  private func follow(_ shell: isolated Shell) {
    guard !isModalPending, let place = shell.place(of: tab),
      place.stack != stacks.main.map(\.id) || place.sheets != stacks.modal.map(\.id)
    else { return }
    // A screen without a controller was created by the shell, which has restored the screen or opened it for the
    // address bar.
    for id in place.stack + place.sheets where shown[id] == nil {
      // A restarted server restores the root screen without its address. The root shows the start location.
      let start = id == place.stack.first && !stacks.isEmpty ? configuration.startLocation : nil
      guard let url = shell.screen(withID: id)?.url.map(siteURL) ?? start,
        url.isOfSameServer(as: configuration.startLocation)
      else { continue }
      let controller = configuration.config.defaultViewController(url).visitableViewController
      shown[id] = (controller, url, [:])
      show(controller, id, isSheet: place.sheets.contains(id))
      if id == (place.sheets.last ?? place.stack.last), let visitable = controller as? any Visitable {
        (place.sheets.isEmpty ? session : modalSession).visit(visitable)
      }
    }
    stacks.adopt(main: place.stack, modal: place.sheets) { shown[$0]?.url }
  }

  /// Removes the controllers of screens that the shell has removed.
  private func drop(_ shell: isolated Shell) {
    for (id, (controller, _, _)) in shown where shell.screen(withID: id) == nil && !stacks.screens.contains(id) {
      shown[id] = nil
      (controller as? any Visitable).map { ($0.visitableDelegate as? Session)?.remove($0) }
    }
  }

  /// Starts the navigator when its tab is shown for the first time. Shows a modal that was routed while the tab was not
  /// selected.
  private func selectedTab(_ shell: isolated Shell) {
    if stacks.isEmpty { return start() }
    guard isModalPending else { return }
    isModalPending = false
    for id in stacks.modal.map(\.id) where shell.screen(withID: id) == nil {
      if let (controller, _, properties) = shown[id] { add(controller, id, properties, isSheet: true) }
    }
    shell.show(
      stacks.main.map(\.id), sheets: stacks.modal.map(\.id), of: tab, isNewEntry: true, erasing: [], because: .present)
  }

  /// Returns the site's own URL for a URL at which the browser loads a page of the site. Returns other URLs unchanged.
  func siteURL(_ url: URL) -> URL {
    guard let browserOrigin, url.isOfSameServer(as: browserOrigin),
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return url }
    let start = configuration.startLocation
    (parts.scheme, parts.host, parts.port) = (start.scheme, start.host(), start.port)
    return parts.url ?? url
  }
}
