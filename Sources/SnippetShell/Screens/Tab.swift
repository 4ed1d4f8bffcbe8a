/// A tab of a shell. Each tab has its own stack of screens.
public struct Tab: Sendable, Identifiable, Bindable {
  /// The identifier of a tab within its shell.
  public typealias ID = String

  /// The identifier; the title by default.
  public let id: ID
  /// The title of the tab's button in the tab bar.
  public var title: String
  /// The icon of the tab's button; `nil` for none.
  public var icon: Icon?
  /// The text of the badge; "" for a dot, `nil` for no badge.
  public var badge: String?
  /// The content of the lowest screen on the tab's stack.
  public var content: Screen.Content
  /// The bindings of the tab's screens and sheets. These bindings take precedence over the bindings of the shell.
  public var bindings = Bindings()
  /// The items of the toolbar below the lowest screen; `nil` for no toolbar.
  public var toolbarItems: [ToolbarItem]?

  /// Creates a tab.
  /// - Parameter content: the content of the lowest screen on the stack. The screen is created when the tab is first
  ///   shown.
  public init(_ title: String, id: ID? = nil, icon: Icon? = nil, badge: String? = nil, content: Screen.Content) {
    self.id = id ?? title
    self.title = title
    self.icon = icon
    self.badge = badge
    self.content = content
  }
}
