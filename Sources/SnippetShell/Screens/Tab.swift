/// One of a shell's tabs, with a stack of screens of its own.
public struct Tab: Sendable, Identifiable {
  /// Names a tab within its shell.
  public typealias ID = String

  /// Its name.
  public let id: ID
  /// What its button shows.
  public var title: String
  /// Nil for none.
  public var icon: Icon?
  /// What its badge shows; "" for a dot, nil for no badge.
  public var badge: String?
  /// The screen at the bottom of its stack.
  public var content: Screen.Content
  var views = ShellViews()

  /// - Parameter content: the screen at the bottom of its stack, which is made when the tab is first shown.
  public init(_ title: String, id: ID? = nil, icon: Icon? = nil, badge: String? = nil, content: Screen.Content) {
    self.id = id ?? title
    self.title = title
    self.icon = icon
    self.badge = badge
    self.content = content
  }
}
