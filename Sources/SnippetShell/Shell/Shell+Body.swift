import DSBridge
import Foundation
import Logging

/// The tree of nodes that the shell's page shows.
extension Shell {
  /// Returns the root of the tree. The parts that closures of the program supply have been checked, so the tree need
  /// not be checked again.
  func body() -> Node {
    let isCovered = !dialogs.isEmpty
    let sheets = history?.place.sheets ?? []
    var children: [Node] = []
    var chrome: [Node] = []
    if let header = header.flatMap({ part("header", $0(self)) }) { chrome.append(header) }
    // Shared pages are sorted by identifier, so that no iframe moves in the document.
    let shown = sharedPages.keys.sorted { "\($0)" < "\($1)" } + order.filter { screens[$0]?.sharedPage == nil }
    var stacked = shown.filter { screens[$0]?.detent == nil }.map { node(of: $0) }
    if tabs.isEmpty, following == nil || hasList {
      stacked.append(Node.list("div", "problem", [.paragraph("There is nothing to show.")]).key("nothing"))
    }
    chrome.append(Node.list("main", "screens", stacked).key("screens"))
    if let footer = footer.flatMap({ part("footer", $0(self)) }) { chrome.append(footer) }
    children.append(Node.list("div", "chrome", chrome).key("chrome").inert(isCovered || !sheets.isEmpty))
    let raised = shown.filter { screens[$0]?.detent != nil }.map { node(of: $0) }
    children.append(Node.list("div", "sheets", raised).key("sheets").inert(isCovered))
    let questions = dialogs.compactMap { part("dialog-\($0.id)", $0.body()) }
    children.append(Node.list("div", "dialogs", questions).key("dialogs"))
    let notices = toasts.compactMap { part("toast-\($0.id)", $0.body()) }
    children.append(Node.list("div", "toasts", notices).key("toasts").role("status"))
    // The page itself shows this notice while the server is unreachable, because Swift cannot send a patch during this
    // time.
    children.append(offlineView().key("away").hidden())
    let root = Node.list("div", "shell", children).with { $0.style = theme.style }
    return isAnimated ? root : root.class("still")
  }

  /// Returns a node of the program with a key, or `nil` if the node is invalid.
  func part(_ name: String, _ node: Node) -> Node? { checked(node.key(name), name) }

  /// Returns a node of the program, or `nil` if it is invalid. Logs each new problem of the part once.
  private func checked(_ node: Node, _ name: String) -> Node? {
    let problem = problem(of: node)
    if let problem, broken[name] != problem {
      logger.error("a part of the shell is not shown", metadata: ["part": "\(name)", "reason": "\(problem)"])
    }
    broken[name] = problem
    return problem == nil ? node : nil
  }

  private func problem(of node: Node) -> NodeError? {
    do { try NodeLimits().check(node) } catch { return error }
    return nil
  }

  private func offlineView() -> Node {
    let inner =
      bindings.offline.flatMap { checked($0(), "offline") }
      ?? Node.hstack(spacing: 9) { [Node.spinner(label: "Connecting"), Node.text("Connecting…")] }
    return Node.list("div", "toast", [inner]).with { $0.attributes["data-away"] = "" }.role("status")
  }

  private enum Situation: String { case top, below, away, hidden }

  private func situation(of id: ScreenID) -> Situation {
    guard let place = history?.place else { return .hidden }
    if place.stack.last == id || place.sheets.last == id { return .top }
    if place.screens.contains(id) { return .below }
    return stacks.values.contains { $0.contains(id) } ? .hidden : .away
  }

  /// Returns the node of a screen or of a shared page. A shared page belongs to the topmost screen that shows it.
  private func node(of id: ScreenID) -> Node {
    let isSheet = screens[id]?.detent != nil
    let isShared = sharedPages[id] != nil
    let place = history?.place
    let ids = (isSheet ? place?.sheets : place?.stack) ?? []
    let shown: ScreenID? = isShared ? ids.last { screens[$0]?.sharedPage == id } : id
    let content = isShared ? sharedContent(of: id, in: shown) : content(of: id)
    let node =
      isSheet
      ? sheet(id, showing: shown.flatMap { screens[$0] } ?? screens[id], content) : Node.list("div", "screen", content)
    let state = shown.map { situation(of: $0) } ?? .hidden
    return (isShared ? node.class("shared") : node).key(id.description).inert(state != .top)
      .with { $0.attributes["data-place"] = state.rawValue }
  }

  private func sheet(_ id: ScreenID, showing screen: Screen?, _ content: [Node]) -> Node {
    let title = "title-\(id)"
    let top = screen?.id ?? id
    let header = Node.list(
      "header", nil,
      [
        Node.list("div", "grabber"),
        Node.button(screen?.closeTitle ?? "Close") { [weak self] _ in await self?.close(top) }.class("link"),
        Node.boldText(screen?.title ?? "").with { $0.attributes["id"] = title },
      ])
    var parts = [header, Node.list("div", "body", content)]
    if let screen, let items = screen.toolbarItems {
      let toolbar = Toolbar(items: items, edge: .bottom).body(in: self, for: ToolbarSubject(sheet: screen, in: self))
      if let toolbar = part("toolbar-\(id)", toolbar) { parts.append(toolbar) }
    }
    let panel = Node.list("section", "panel", parts).role("dialog").with {
      $0.attributes["aria-modal"] = "true"
      $0.attributes["aria-labelledby"] = title
      $0.attributes["tabindex"] = "-1"
      $0.attributes["data-style"] = (screen?.detent ?? .large).rawValue
    }.on(.keydown) { [weak self] event in
      if event.text == "Escape" { await self?.dismissByGesture(top) }
    }
    let scrim = Node.list("div", "scrim").on(.click) { [weak self] _ in await self?.dismissByGesture(top) }
    return Node.list("div", "sheet", [scrim, panel])
  }

  func content(of id: ScreenID) -> [Node] {
    guard let screen = screens[id] else { return [] }
    if case .native(_, let nodes) = screen.content {
      let node = nodes(self)
      if let view = part("\(id)", node) { return [Node.list("div", "native", [view]).key("native")] }
      let retry: Bindings.Retry = { [weak self] in await self?.setNeedsUpdate() }
      let reason = ShellError("\(problem(of: node).map { "\($0)" } ?? "")")
      let view = Node.errorView(reason, isBrief: isKiosk, retry: retry)
      return [Node.list("div", "overlay", [view]).key("error")]
    }
    if let pager = pagers[id] { return [pages(of: id, pager)] }
    return [iframeNode(screen), standIn(for: screen)].compactMap(\.self)
  }

  /// Returns the content of a shared page: its iframe, the native nodes of the screen that shows the page, and the
  /// loading or error view of that screen.
  private func sharedContent(of id: ScreenID, in shown: ScreenID?) -> [Node] {
    let screen = shown.flatMap { screens[$0] }
    return [screens[id].flatMap(iframeNode), screen.flatMap(ownNodes), screen.flatMap(standIn)].compactMap(\.self)
  }

  /// Returns the native nodes that the program shows on top of the page, or `nil` if there are none.
  private func ownNodes(of screen: Screen) -> Node? {
    guard case .native(_, let nodes) = screen.content else { return nil }
    let node = nodes(self)
    return node.isEmpty ? nil : part("\(screen.id)", node).map { Node.list("div", "own", [$0]).key("own") }
  }

  private func iframeNode(_ screen: Screen) -> Node? {
    guard let name = screen.iframeName else { return nil }
    return Node(known: "iframe").key(name).with {
      $0.attributes = [
        "name": name, "src": screen.source, "title": screen.title.isEmpty ? "Page" : screen.title,
        "allow": permissions(of: screen).joined(separator: "; "),
      ]
      $0.attributes["sandbox"] = sandbox(for: screen)
    }
  }

  /// The features that the page of each screen may use.
  private static let permissions = [
    "autoplay", "encrypted-media", "fullscreen", "picture-in-picture", "screen-wake-lock",
  ]
  /// The features that pages of the server itself, and of other servers that it trusts, may request from the user too.
  private static let ownPermissions = [
    "camera", "clipboard-read", "clipboard-write", "display-capture", "geolocation", "microphone", "midi", "payment",
  ]

  /// Returns the features that a screen's page may use. If the user has granted one of them to the shell's page, the
  /// browser does not ask again for the iframe. So the page of a proxied site has only those that the program names.
  private func permissions(of screen: Screen) -> [String] {
    let source = URL(string: screen.source)
    let isTrusted = isOwn(screen.source) || source.map { module?.server?.isPageOrigin(of: $0) == true } == true
    guard !isTrusted else { return Self.permissions + Self.ownPermissions }
    return Self.permissions + (source.flatMap { module?.server?.sitePermissions(at: $0) } ?? []).sorted()
  }

  /// Returns the value of the iframe's `sandbox` attribute, or `nil` for pages of the server's own origin, which are
  /// as trusted as the shell.
  ///
  /// A page of another origin may do everything except navigate the window, so that it cannot replace the shell.
  /// Windows that it opens have the same limits. In a kiosk it cannot open windows.
  private func sandbox(for screen: Screen) -> String? {
    guard !isOwn(screen.source) else { return nil }
    return Self.sandbox + (isKiosk ? "" : " allow-popups")
  }

  /// Returns whether a page at a URL, which may be relative to the shell's own, has the shell's origin.
  func isOwn(_ url: String) -> Bool {
    guard let own = URL(string: origin + "/") else { return false }
    return URL(string: url, relativeTo: own)?.hasSameOrigin(as: own) == true
  }

  private static let sandbox = [
    "allow-downloads", "allow-forms", "allow-modals", "allow-pointer-lock", "allow-presentation", "allow-same-origin",
    "allow-scripts",
  ].joined(separator: " ")

  /// Returns the loading, preloading or error view that covers a screen, or `nil` if the screen shows its page. At
  /// most one of these views is visible.
  private func standIn(for screen: Screen) -> Node? {
    let bound = bindings(of: screen)
    switch screen.loadingState {
    case .loaded: return nil
    // This is one of several pages side by side. It is not loaded yet, because it is too far from the visible one.
    case .idle where screen.iframeName == nil && !screen.isPreloading: return nil
    // For a shared page, the class `late` delays this view, so that the previous content stays visible for a moment.
    // Meanwhile, the toolbar shows the progress.
    case .idle, .loading:
      let progress: Double? =
        if case .loading(let progress) = screen.loadingState, progress > 0 { progress } else { nil }
      let view = (screen.isPreloading ? bound.preloading?() : nil) ?? bound.loading?(progress)
      let shown = view.flatMap { checked($0, "loading-\(screen.id)") } ?? .loadingView
      return Node.list("div", "overlay", [shown]).key("loading").class(screen.sharedPage == nil ? "waiting" : "late")
        .with { $0.attributes["aria-busy"] = "true" }
    case .failed(let error):
      let id = screen.id
      let retry: Bindings.Retry = screen.retry ?? { [weak self] in await self?.loadAnew(id) }
      let view =
        bound.error.flatMap { checked($0(error, retry), "error-\(id)") }
        ?? .errorView(error, isBrief: isKiosk, retry: retry)
      return Node.list("div", "overlay", [view]).key("error").role("alert")
    }
  }
}
