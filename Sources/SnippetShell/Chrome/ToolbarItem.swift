public import SnippetViews

/// An item of a ``Toolbar``.
public struct ToolbarItem: Sendable {
  enum Kind: Sendable {
    case back, forward, reload, progress, flexibleSpace
    case title(showsHost: Bool)
    case node(Node)
  }

  let kind: Kind

  /// A button that goes back. Disabled if the history has no earlier entry.
  public static let back = ToolbarItem(kind: .back)
  /// A button that goes forward. Disabled if the history has no later entry.
  public static let forward = ToolbarItem(kind: .forward)
  /// A button that reloads the page. While the page is loading, the button stops the loading instead.
  public static let reload = ToolbarItem(kind: .reload)
  /// The loading progress of the page. Hidden while no page is loading.
  public static let progress = ToolbarItem(kind: .progress)
  /// A space that fills the remaining width of the bar. Several spaces share this width.
  public static let flexibleSpace = ToolbarItem(kind: .flexibleSpace)
  /// The title of the page.
  public static let title = ToolbarItem.title(showsHost: false)

  /// Returns an item that shows the title of the page.
  /// - Parameter showsHost: whether the host name is shown below the title. A kiosk never shows the host name.
  public static func title(showsHost: Bool) -> ToolbarItem { ToolbarItem(kind: .title(showsHost: showsHost)) }

  /// Returns an item that shows one of the program's own nodes.
  public static func node(_ node: Node) -> ToolbarItem { ToolbarItem(kind: .node(node)) }

  /// Returns a button with a text label.
  public static func button(_ title: String, action: @escaping Node.Action) -> ToolbarItem {
    .node(Node.button(title, action: action))
  }

  /// Returns a button with an icon.
  /// - Parameter label: the label for screen readers.
  public static func button(_ icon: Icon, label: String, action: @escaping Node.Action) -> ToolbarItem {
    .node(Node.button(icon, label: label, action: action))
  }
}

extension Shell {
  /// Sets the toolbar items of a screen. The toolbar appears between the screen and the tab bar, or at the bottom of a
  /// sheet.
  /// - Parameters:
  ///   - items: the items, in display order; `nil` for no toolbar.
  ///   - id: the screen; `nil` for the topmost screen.
  public func setToolbarItems(_ items: [ToolbarItem]?, of id: ScreenID? = nil) {
    update(id ?? topScreen?.id) { $0.toolbarItems = items }
  }

  /// Returns the default ``footer``: the tab bar and, if the visible screen has toolbar items, a toolbar above the tab
  /// bar.
  public func bottomBars() -> Node {
    // The tab bar always has the same parent, so that it keeps its elements when a toolbar appears or disappears. With
    // new elements, it would lose the keyboard focus and a click that the user makes at that moment.
    let toolbar = stackScreen.flatMap(toolbarItems).map { Toolbar(items: $0, edge: .bottom).body(in: self) }
    return Node.list("div", "bottom-bars", [toolbar, tabBarNode()].compactMap(\.self))
  }

  /// Returns the toolbar items for a screen: its own items or, if it has none and is the lowest screen of a tab, the
  /// items of that tab.
  private func toolbarItems(of screen: Screen) -> [ToolbarItem]? {
    screen.toolbarItems ?? tabs.first { stacks[$0.id]?.first == screen.id }?.toolbarItems
  }
}
