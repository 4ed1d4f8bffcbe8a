public import Foundation

/// The button for one page in a bar. Corresponds to Tabman's `TMBarButton`. To create a custom button, override
/// `layout(in:)` and `populate(for:)`.
open class BarButton: Control {
  /// The degree to which a button is selected.
  public enum SelectionState: Sendable {
    /// The button is not selected.
    case unselected
    /// The button is partly selected, by a fraction from 0 to 1.
    case partial(delta: CGFloat)
    /// The button is fully selected.
    case selected
  }

  /// The item that the button shows.
  public let item: any BarItemable
  /// The degree to which the button is selected.
  open var selectionState = SelectionState.unselected {
    didSet {
      isSelected = selectionState == .selected
      update(for: selectionState)
    }
  }
  /// The badge, which a subclass positions in `layoutBadge(_:in:)`.
  public let badge = BadgeView()
  /// The background behind the button's content; transparent by default.
  public let backgroundView = BarBackgroundView(style: .clear)
  /// The space around the button's content.
  open var contentInset: EdgeInsets = .zero { didSet { if contentInset != oldValue { setNeedsDisplay() } } }
  /// Whether `update(for:)` reduces the opacity of an unselected button.
  open var adjustsAlphaOnSelection = true

  /// The button's role, which the bar sets each time before drawing.
  var role = BarButtonRole()

  /// Creates a button for an item and lays it out. `populate(for:)` sets the content later.
  public required init(for item: any BarItemable, intrinsicSuperview: View?) {
    self.item = item
    super.init()
    layout(in: self)
    layoutBadge(badge, in: self)
  }

  /// Adds the button's views to `view`. Called once.
  open func layout(in view: View) {}

  /// Adds the badge to `view`. Buttons that do not override this function have no badge.
  open func layoutBadge(_ badge: BadgeView, in view: View) {}

  /// Shows an item. The default implementation sets the badge's value and the texts for screen readers.
  open func populate(for item: any BarItemable) {
    badge.value = item.badgeValue
    accessibilityHint = item.accessibilityHint
    accessibilityLabel = item.accessibilityLabel
  }

  /// Shows the degree of selection. The default implementation reduces the opacity of an unselected button.
  open func update(for selectionState: SelectionState) {
    if adjustsAlphaOnSelection { alpha = 0.5 + selectionState.rawValue * 0.5 }
  }

  /// Returns the button's element, which has the role `tab` in the bar's tab list.
  open override func element(containing children: [Node]) -> Node {
    super.element(containing: children).with { node in
      node.classes = hasOwnInset ? ["tab"] : ["tab", "bare"]
      node.attributes["role"] = "tab"
      node.attributes["aria-selected"] = role.isSelected ? "true" : "false"
      node.attributes["tabindex"] = role.isReached ? "0" : "-1"
      node.attributes["data-index"] = String(role.index)
      if role.duration > 0 { node.style["--t"] = CSS.milliseconds(role.duration) }
      node.style.merge(contentInset.padding) { $1 }
    }
  }

  override var layoutInset: EdgeInsets { contentInset }

  /// Whether the style sheet adds space around the content.
  var hasOwnInset: Bool { false }

  override var drawnSubviews: [View] { backgroundView.isVisible ? [backgroundView] + subviews : subviews }

  /// The bar's action for a press, which runs after the button's own handlers and requests the button's page.
  var pressed: (() -> Void)?

  /// Calls the handlers of events. A press then requests the button's page from the bar's delegate.
  open override func sendActions(for events: Control.Event) {
    super.sendActions(for: events)
    if events.contains(.touchUpInside) { pressed?() }
  }

  /// The events that the web page reports. A press is always included, because the bar handles presses.
  override var awaitedEvents: Control.Event { super.awaitedEvents.union(.touchUpInside) }

  /// The item's text for screen readers, with the badge's value; `nil` if the item has no such text. The badge is
  /// included because `aria-label` replaces all other content.
  override var spokenLabel: String? {
    guard let label = accessibilityLabel else { return nil }
    guard badge.superview != nil, let value = badge.value, !value.isEmpty else { return label }
    return "\(label), \(value)"
  }
}

/// The role of a button in its bar.
struct BarButtonRole {
  var index = 0
  var isSelected = false
  /// Whether the Tab key focuses this button. The Tab key focuses only one button of a bar. The arrow keys then move
  /// the focus to the other buttons.
  var isReached = false
  var duration: TimeInterval = 0
}

extension BarButton.SelectionState {
  /// The state as a number from 0 (unselected) to 1 (selected).
  public var rawValue: CGFloat {
    switch self {
    case .unselected: 0
    case .partial(let delta): delta
    case .selected: 1
    }
  }

  /// Returns the state for a number. Numbers outside 0 to 1 are clamped.
  public static func from(rawValue: CGFloat) -> Self {
    if !(rawValue > 0) { return .unselected }
    return rawValue >= 1 ? .selected : .partial(delta: rawValue)
  }
}

extension BarButton.SelectionState: Equatable {
  /// Compares the raw values.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.rawValue == rhs.rawValue }
}

extension BarButton {
  /// A button that is not shown.
  public final class None: BarButton {
    override var isDrawn: Bool { false }
  }
}

/// The buttons of a bar, in the same order as the bar's items.
public final class BarButtonCollection<Button: BarButton> {
  /// All buttons.
  public internal(set) var all: [Button] = [] { didSet { customizeAll() } }
  /// The way in which the buttons follow the page position.
  public var transitionStyle: BarTransitionStyle = .progressive

  private var customization: ((Button) -> Void)?

  init() {}

  /// Applies a change to every present and future button.
  public func customize(_ change: @escaping (Button) -> Void) {
    customization = change
    customizeAll()
  }

  /// Returns the button of an item.
  public func `for`(item: any BarItemable) -> Button? { all.first { $0.item === item } }

  /// Returns the buttons of several items.
  public func `for`(items: [any BarItemable]) -> [Button] {
    all.filter { button in items.contains { $0 === button.item } }
  }

  /// Returns the buttons of several items.
  public func `for`(items: any BarItemable...) -> [Button] { self.for(items: items) }

  private func customizeAll() {
    guard let customization else { return }
    for button in all { customization(button) }
  }
}
