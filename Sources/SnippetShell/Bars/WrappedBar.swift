public import Foundation

/// A bar that is another one with something added. What it is asked, it asks the other one.
open class WrappedBar: View, Bar {
  /// The other one.
  public let bar: any Bar

  init(_ bar: any Bar) {
    self.bar = bar
    super.init()
    addSubview(bar)
  }

  /// Changes the other one's node.
  func decorate(_ node: inout Node) {}

  /// The other one's.
  public var dataSource: (any BarDataSource)? {
    get { bar.dataSource }
    set { bar.dataSource = newValue }
  }

  /// The other one's.
  public var delegate: (any BarDelegate)? {
    get { bar.delegate }
    set { bar.delegate = newValue }
  }

  /// The other one's.
  public var items: [any BarItemable]? { bar.items }
  /// The other one's.
  public var focusAreas: [CGRect] { bar.focusAreas }
  /// The other one's.
  public var layoutProblems: [String] { bar.layoutProblems }

  /// As the other one.
  open func reloadData(at indexes: ClosedRange<Int>, context: BarReloadContext) {
    bar.reloadData(at: indexes, context: context)
  }

  /// As the other one.
  open func update(for position: CGFloat, capacity: Int, direction: BarUpdateDirection, animation: BarAnimation) {
    bar.update(for: position, capacity: capacity, direction: direction, animation: animation)
  }

  /// As the other one.
  public func measured(_ geometry: BarGeometry) throws(BarGeometryError) { try bar.measured(geometry) }

  /// The other one's, changed.
  public func node(named name: String, send: @escaping @Sendable (ControlEvent) async -> Void) -> Node {
    var node = bar.node(named: name, send: send)
    for name in classes { node.add(name) }
    if isHidden { node.attributes["hidden"] = "" }
    decorate(&node)
    return node
  }

  /// As the other one.
  public func receive(_ event: ControlEvent) { bar.receive(event) }

  /// As the other one.
  public func swiped(_ direction: BarUpdateDirection) { bar.swiped(direction) }
}

/// A bar that looks as the system's: to the screen's edge, with a line to the page. Tabman's `TMSystemBar`.
public final class SystemBar: WrappedBar {
  override func decorate(_ node: inout Node) { node.add("system") }
}

/// A bar that goes out of the way. Tabman's `TMHidingBar`. The style sheet does it, so that no timer runs here; a bar
/// with the focus stays.
public final class HidingBar: WrappedBar {
  /// What makes it go.
  public enum Trigger: Sendable, Hashable {
    /// A time, in seconds, without a new position.
    case time(duration: TimeInterval)
    /// `hide(animated:completion:)`.
    case manual
  }

  /// How it goes.
  public enum Transition: String, Sendable, Hashable {
    /// To the edge.
    case drawer
    /// By becoming fainter.
    case fade
  }

  /// What makes it go.
  public let trigger: Trigger
  /// How it goes.
  public var hideTransition: Transition = .drawer { didSet { setNeedsDisplay() } }
  private var isAway = false
  private var isAnimated = true
  /// Changes whenever the time begins anew: the style sheet has two names for one animation.
  private var isOddTurn = false

  init(_ bar: any Bar, trigger: Trigger) {
    self.trigger = trigger
    super.init(bar)
  }

  /// Shows it. `completion` is called at once: when it can be seen is the page's business.
  public func show(animated: Bool, completion: ((Bool) -> Void)? = nil) { set(away: false, animated, completion) }

  /// Hides it. `completion` is called at once: when it is gone is the page's business.
  public func hide(animated: Bool, completion: ((Bool) -> Void)? = nil) { set(away: true, animated, completion) }

  private func set(away: Bool, _ animated: Bool, _ completion: ((Bool) -> Void)?) {
    isAway = away
    isAnimated = animated
    isOddTurn.toggle()
    setNeedsDisplay()
    completion?(true)
  }

  /// Shows the position, and itself.
  public override func update(
    for position: CGFloat, capacity: Int, direction: BarUpdateDirection, animation: BarAnimation
  ) {
    super.update(for: position, capacity: capacity, direction: direction, animation: animation)
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
  /// The bar, looking as the system's.
  public func systemBar() -> SystemBar { SystemBar(self) }

  /// The bar, going out of the way.
  public func hiding(trigger: HidingBar.Trigger) -> HidingBar { HidingBar(self, trigger: trigger) }
}
