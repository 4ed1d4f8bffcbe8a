public import Foundation

/// What stands for one page in a bar: Tabman's `TMBarButton`. Override `layout(in:)` and `populate(for:)` for a button
/// of your own.
open class BarButton: Control {
  /// How much a button is the selected one.
  public enum SelectionState: Sendable {
    /// Not at all.
    case unselected
    /// In part, from 0 to 1.
    case partial(delta: CGFloat)
    /// Wholly.
    case selected
  }

  /// What it stands for.
  public let item: any BarItemable
  /// How much it is the selected one.
  public internal(set) var selectionState = SelectionState.unselected
  /// What `layoutBadge(_:in:)` may put somewhere.
  public let badge = BadgeView()
  /// Behind what is in the button.
  public let backgroundView = View()
  /// Room around what is in the button.
  open var contentInset: EdgeInsets = .zero { didSet { if contentInset != oldValue { setNeedsDisplay() } } }
  /// Whether `update(for:)` makes an unselected button fainter.
  open var adjustsAlphaOnSelection = true

  /// What it is for the bar: set by the bar before it is drawn.
  var role = BarButtonRole()

  /// A button for an item, laid out and with nothing in it yet.
  public required init(for item: any BarItemable, intrinsicSuperview: View?) {
    self.item = item
    super.init()
    layout(in: self)
    layoutBadge(badge, in: self)
  }

  /// Puts the button's own views into `view`. Called once.
  open func layout(in view: View) {}

  /// Puts the badge into `view`. A button that does not override this shows none.
  open func layoutBadge(_ badge: BadgeView, in view: View) {}

  /// Shows what the item says; here the badge's value and what a screen reader says.
  open func populate(for item: any BarItemable) {
    badge.value = item.badgeValue
    accessibilityHint = item.accessibilityHint
    accessibilityLabel = item.accessibilityLabel
  }

  /// Shows how much it is the selected one; here by being fainter when it is not.
  open func update(for selectionState: SelectionState) {
    if adjustsAlphaOnSelection { alpha = 0.5 + selectionState.rawValue * 0.5 }
  }

  final func select(_ state: SelectionState) {
    selectionState = state
    update(for: state)
  }

  /// A tab of the bar's tab list.
  open override func element(containing children: [Node]) -> Node {
    super.element(containing: children).with { node in
      node.classes = ["tab"]
      node.attributes["role"] = "tab"
      node.attributes["aria-selected"] = role.isSelected ? "true" : "false"
      node.attributes["tabindex"] = role.isReached ? "0" : "-1"
      node.attributes["data-index"] = String(role.index)
      if role.duration > 0 { node.style["--t"] = CSS.milliseconds(role.duration) }
      node.style.merge(contentInset.padding) { $1 }
    }
  }

  override var drawnSubviews: [View] {
    let isEmpty = backgroundView.subviews.isEmpty && backgroundView.backgroundColor == nil
    return isEmpty ? subviews : [backgroundView] + subviews
  }

  /// A button's own press handler comes with what others have added.
  override var awaitedEvents: [Control.Event] { [.touchUpInside] + super.awaitedEvents }

  /// What a screen reader says if the item says so: with the badge, which `aria-label` would hide otherwise.
  override var spokenLabel: String? {
    guard let label = accessibilityLabel else { return nil }
    guard badge.superview != nil, let value = badge.value, !value.isEmpty else { return label }
    return "\(label), \(value)"
  }
}

/// What a button is for its bar.
struct BarButtonRole {
  var index = 0
  var isSelected = false
  /// Whether the Tab key stops there: at one button of the bar; arrows lead to the others.
  var isReached = false
  var duration: TimeInterval = 0
}

extension BarButton.SelectionState {
  /// From 0, unselected, to 1, selected.
  public var rawValue: CGFloat {
    switch self {
    case .unselected: 0
    case .partial(let delta): delta
    case .selected: 1
    }
  }

  /// The state of a number; beyond 0 and 1 as for them.
  public static func from(rawValue: CGFloat) -> Self {
    if !(rawValue > 0) { return .unselected }
    return rawValue >= 1 ? .selected : .partial(delta: rawValue)
  }
}

extension BarButton.SelectionState: Equatable {
  /// By the raw value.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.rawValue == rhs.rawValue }
}

extension BarButton {
  /// No button at all.
  public final class None: BarButton {
    override var isDrawn: Bool { false }
  }
}
