public import Foundation

/// A bar that modifies another bar. All calls are forwarded to the wrapped bar.
open class WrappedBar: View, Bar {
  /// The wrapped bar.
  public let bar: any Bar

  init(_ bar: any Bar) {
    self.bar = bar
    super.init()
    addSubview(bar)
  }

  /// Modifies the node of the wrapped bar. Subclasses override this function.
  func decorate(_ node: inout Node) {}

  /// The data source of the wrapped bar.
  public var dataSource: (any BarDataSource)? {
    get { bar.dataSource }
    set { bar.dataSource = newValue }
  }

  /// The delegate of the wrapped bar.
  public var delegate: (any BarDelegate)? {
    get { bar.delegate }
    set { bar.delegate = newValue }
  }

  /// The items of the wrapped bar.
  public var items: [any BarItemable]? { bar.items }
  /// The focus areas of the wrapped bar.
  public var focusAreas: [CGRect] { bar.focusAreas }
  /// The layout problems of the wrapped bar.
  public var layoutProblems: [String] { bar.layoutProblems }

  /// Reloads items of the wrapped bar.
  open func reloadData(at indexes: ClosedRange<Int>, context: BarReloadContext) {
    bar.reloadData(at: indexes, context: context)
  }

  /// Updates the position of the wrapped bar.
  open func update(for position: CGFloat, capacity: Int, direction: BarUpdateDirection, animation: BarAnimation) {
    bar.update(for: position, capacity: capacity, direction: direction, animation: animation)
  }

  /// Forwards measurements to the wrapped bar.
  public func measured(_ geometry: BarGeometry) throws(BarGeometryError) { try bar.measured(geometry) }

  /// Returns the node of the wrapped bar, with this bar's modifications.
  public func node(named name: String, send: @escaping @Sendable (ControlEvent) async -> Void) -> Node {
    var node = bar.node(named: name, send: send)
    for name in classes { node.add(name) }
    if isHidden { node.attributes["hidden"] = "" }
    decorate(&node)
    return node
  }

  /// Forwards a user action to the wrapped bar.
  public func receive(_ event: ControlEvent) { bar.receive(event) }

  /// Forwards a swipe to the wrapped bar.
  public func swiped(_ direction: BarUpdateDirection) { bar.swiped(direction) }
}

/// A bar that extends to the edge of the screen and has a line between itself and the page. Corresponds to Tabman's
/// `TMSystemBar`.
public final class SystemBar: WrappedBar {
  /// The background; `nil` for the wrapped bar's background.
  public var backgroundStyle: BarBackgroundView.Style? { didSet { setNeedsDisplay() } }
  /// The color of the line between the bar and the page; `nil` for the theme's color.
  public var separatorColor: Color? { didSet { setNeedsDisplay() } }

  override func decorate(_ node: inout Node) {
    node.add("system")
    node.style["border-color"] = separatorColor?.css
    guard let backgroundStyle else { return }
    let background = BarBackgroundView(style: backgroundStyle)
    node.classes.removeAll { $0 == "clear" }
    node.style["background"] = nil
    background.decorate(&node)
    if background.isDrawnInBar {
      let layout = LayoutPass(of: background, guideAt: nil, nil)
      let drawing = Drawing(after: 0, layout: layout) { _ in }
      node.content = .children([background.draw(drawing).key("system")] + node.children)
    }
  }
}

/// A bar that can hide. Corresponds to Tabman's `TMHidingBar`. The style sheet hides the bar after the delay, so Swift
/// needs no timer. A bar that has the focus stays visible.
public final class HidingBar: WrappedBar {
  /// The condition under which the bar hides.
  public enum Trigger: Sendable, Hashable {
    /// The bar hides if the position has not changed for `duration` seconds.
    case time(duration: TimeInterval)
    /// The bar hides only when `hide(animated:completion:)` is called.
    case manual
  }

  /// The animation with which the bar hides.
  public enum Transition: String, Sendable, Hashable {
    /// The bar slides out at the edge of the screen.
    case drawer
    /// The bar fades out.
    case fade
  }

  /// The condition under which the bar hides.
  public let trigger: Trigger
  /// The animation with which the bar hides.
  public var hideTransition: Transition = .drawer { didSet { setNeedsDisplay() } }
  private var isAway = false
  private var isAnimated = true
  /// A flag that is toggled whenever the delay before hiding restarts. The flag selects one of two names for the same
  /// animation in the style sheet, because a new name restarts the animation.
  private var isOddTurn = false
  private var lastPosition: CGFloat?

  init(_ bar: any Bar, trigger: Trigger) {
    self.trigger = trigger
    super.init(bar)
  }

  /// Shows the bar. `completion` is called immediately, without waiting for the animation in the web page.
  public func show(animated: Bool, completion: ((Bool) -> Void)? = nil) { set(away: false, animated, completion) }

  /// Hides the bar. `completion` is called immediately, without waiting for the animation in the web page.
  public func hide(animated: Bool, completion: ((Bool) -> Void)? = nil) { set(away: true, animated, completion) }

  private func set(away: Bool, _ animated: Bool, _ completion: ((Bool) -> Void)?) {
    isAway = away
    isAnimated = animated
    isOddTurn.toggle()
    setNeedsDisplay()
    completion?(true)
  }

  /// Updates the position. If the position has changed and the trigger is ``Trigger/time(duration:)``, also shows the
  /// bar.
  public override func update(
    for position: CGFloat, capacity: Int, direction: BarUpdateDirection, animation: BarAnimation
  ) {
    super.update(for: position, capacity: capacity, direction: direction, animation: animation)
    guard position != lastPosition else { return }
    lastPosition = position
    if case .time = trigger { show(animated: true) }
  }

  override func decorate(_ node: inout Node) {
    node.classes += ["hiding", hideTransition.rawValue]
    if isAway { node.add("away") }
    if !isAnimated { node.style["--hide-time"] = "0s" }
    guard case .time(let duration) = trigger, duration >= 0, !isAway else { return }
    node.add(isOddTurn ? "later-odd" : "later")
    node.style["--hide-after"] = CSS.milliseconds(min(duration, 1e6))
  }
}

extension Bar {
  /// Returns a bar that wraps this bar, extends to the edge of the screen and has a line between itself and the page.
  public func systemBar() -> SystemBar { SystemBar(self) }

  /// Returns a bar that wraps this bar and can hide.
  public func hiding(trigger: HidingBar.Trigger) -> HidingBar { HidingBar(self, trigger: trigger) }
}
