public import Foundation

/// A bar that consists of a layout, buttons and an indicator. Corresponds to Tabman's `TMBarView`.
///
///     let bar = Bar.ButtonBar()
///     let other = BarView<HorizontalBarLayout, LabelBarButton, ChevronBarIndicator>()
open class BarView<Layout: BarLayout, Button: BarButton, Indicator: BarIndicator>: View, Bar {
  /// A function that changes a button.
  public typealias BarButtonCustomization = (Button) -> Void
  /// The way in which the user moves the content.
  public typealias ScrollMode = BarScrollMode

  /// The layout of the buttons.
  public let layout = Layout()
  /// The buttons.
  public let buttons = BarButtonCollection<Button>()
  /// The view that shows the current position.
  public let indicator = Indicator()
  /// The background of the bar.
  public let backgroundView = BarBackgroundView()

  /// The object that provides the items.
  open weak var dataSource: (any BarDataSource)?
  /// The object that receives the user's selections.
  open weak var delegate: (any BarDelegate)?
  /// The items that the bar shows; `nil` before the first reload.
  public private(set) var items: [any BarItemable]?

  /// The way in which the user moves the content.
  open var scrollMode: BarScrollMode = .interactive { didSet { setNeedsDisplay() } }
  /// Whether the content fades out at an end beyond which more content is hidden.
  open var fadesContentEdges = false { didSet { setNeedsDisplay() } }
  /// The space between the buttons and the accessories, in CSS pixels.
  open var spacing: CGFloat = 8 { didSet { setNeedsDisplay() } }
  /// The view before the buttons, which scrolls with them.
  open var leftAccessoryView: View? { didSet { exchange(oldValue, leftAccessoryView, scrolls: true) } }
  /// The view after the buttons, which scrolls with them.
  open var rightAccessoryView: View? { didSet { exchange(oldValue, rightAccessoryView, scrolls: true) } }
  /// The view before the buttons, which is always visible.
  open var leftPinnedAccessoryView: View? { didSet { exchange(oldValue, leftPinnedAccessoryView) } }
  /// The view after the buttons, which is always visible.
  open var rightPinnedAccessoryView: View? { didSet { exchange(oldValue, rightPinnedAccessoryView) } }

  /// The position and the number of pages; `nil` before the first update.
  var place: (position: CGFloat, capacity: Int)?
  /// The last measurements from the web page; `nil` if the current buttons have not been measured.
  var geometry: BarGeometry?
  /// The number of reloads. It identifies measurements that were made before the last reload.
  var generation = 0
  /// The last rect of the indicator. The indicator keeps this rect until the web page has measured the bar again.
  var lastFocus: CGRect?
  var motion = BarMotion()
  /// The last measurements from the web page, perhaps of earlier buttons. The constraint-based layout depends on them.
  var lastGeometry: BarGeometry?
  /// The solutions of the constraint systems from the last drawing.
  private var solutions: [ConstraintSystem: ConstraintSystem.Solution] = [:]
  private var controls: [Int: Control] = [:]
  private var lastIdentifier = 0
  /// The problems that were found when the bar was last drawn, such as constraints that contradict each other.
  public private(set) var layoutProblems: [String] = []

  /// Creates a bar without items.
  public required init() {
    super.init()
    for view in [backgroundView, layout.view, indicator] { addSubview(view) }
    for view in [layout.view, indicator] { view.isScrollerContent = true }
    layout.parent = self
    layout.layout(in: layout.view)
  }

  private func exchange(_ old: View?, _ new: View?, scrolls: Bool = false) {
    guard old !== new else { return }
    if let old, old.superview === self { old.removeFromSuperview() }
    new?.isScrollerContent = scrolls
    if let new { addSubview(new) }
  }

  // MARK: - Items

  /// Loads items from the data source and shows them.
  open func reloadData(at indexes: ClosedRange<Int>, context: BarReloadContext) {
    switch context {
    case .full:
      guard dataSource != nil, indexes.lowerBound == 0 else { return }
      remove(0..<buttons.all.count)
      insert(indexes)
    case .insertion:
      guard dataSource != nil, (0...buttons.all.count).contains(indexes.lowerBound) else { return }
      insert(indexes)
    case .deletion:
      guard indexes.lowerBound >= 0, indexes.upperBound < buttons.all.count else { return }
      remove(Range(indexes))
    }
    // The stored measurements belong to the previous buttons, so they are discarded.
    geometry = nil
    generation += 1
    motion = BarMotion()
    let count = buttons.all.count
    place = place.flatMap { count > 0 ? (min($0.position, CGFloat(count)), count) : nil }
    showButtonStates()
    setNeedsDisplay()
  }

  private func insert(_ indexes: ClosedRange<Int>) {
    guard let dataSource else { return }
    let new = indexes.map { dataSource.barItem(for: self, at: $0) }
    let newButtons = new.map { item in
      let button = Button(for: item, intrinsicSuperview: self)
      button.populate(for: item)
      button.selectionState = .unselected
      button.pressed = { [weak self, weak button] in if let button { self?.pressed(button) } }
      item.bars.add(self)
      return button
    }
    items = items ?? []
    items?.insert(contentsOf: new, at: indexes.lowerBound)
    buttons.all.insert(contentsOf: newButtons, at: indexes.lowerBound)
    layout.insert(buttons: newButtons, at: indexes.lowerBound)
  }

  private func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let old = Array(buttons.all[range])
    buttons.all.removeSubrange(range)
    items?.removeSubrange(range)
    layout.remove(buttons: old)
    for button in old where !buttons.all.contains(where: { $0.item === button.item }) { button.item.bars.remove(self) }
  }

  // MARK: - User actions

  /// Handles a user action. Ignores actions on controls that were removed.
  open func receive(_ event: ControlEvent) {
    guard let control = controls[event.control], control.isEnabled else { return }
    control.receive(event.event)
  }

  private func pressed(_ button: Button) {
    guard let index = buttons.all.firstIndex(where: { $0 === button }) else { return }
    delegate?.bar(self, didRequestScrollTo: index)
  }

  /// Requests the next or previous page from the delegate after the user has swiped the bar. Does nothing if there is
  /// no such page.
  open func swiped(_ direction: BarUpdateDirection) {
    guard scrollMode == .swipe, let selected = selectedIndex, direction != .none else { return }
    let index = min(max(selected + (direction == .forward ? 1 : -1), 0), capacity - 1)
    if index != selected { delegate?.bar(self, didRequestScrollTo: index) }
  }

  // MARK: - Drawing

  /// A description of the problem if the layout has added none of the buttons to a view; empty otherwise.
  private var missingButtons: [String] {
    guard !buttons.all.isEmpty, buttons.all.allSatisfy({ $0.isDrawn && $0.superview == nil }),
      !(layout is BarLayout.None)
    else { return [] }
    return [
      "The bar is empty, because \(type(of: layout)) has added no button to a view. Override insert(buttons:at:)."
    ]
  }

  /// Returns the node of the bar.
  public func node(named name: String, send: @escaping @Sendable (ControlEvent) async -> Void) -> Node {
    performLayout()
    let layoutPass = LayoutPass(of: self, guideAt: layout.view, lastGeometry, reusing: solutions)
    solutions = layoutPass.solutions
    let drawing = Drawing(after: lastIdentifier, layout: layoutPass, send: send)
    var node = draw(drawing)
    node.attributes["data-bar"] = name
    // Replaces the key that `draw(_:)` derives from the view's identifier. That key is unique only within one bar, but
    // bars may be siblings in the page.
    node.key = "bar \(name)"
    lastIdentifier = drawing.lastIdentifier
    controls = drawing.controls
    layoutProblems = layoutPass.problems + missingButtons
    // The duration applies only to the button changes of the last update. Later changes are not animated.
    motion.buttons = 0
    return node
  }

  override func draw(_ drawing: Drawing) -> Node {
    giveRoles()
    var scroller = Node.div {
      draw(leftAccessoryView, "start", drawing)
      drawRow(drawing)
      draw(rightAccessoryView, "end", drawing)
    }.class("scroller")
    decorate(scroller: &scroller)
    var node = Node(known: "nav", .children([])).class("bar")
    node.content = .children(
      [
        backgroundView.isDrawnInBar ? backgroundView.draw(drawing) : nil,
        draw(leftPinnedAccessoryView, "start", drawing),
        scroller,
        draw(rightPinnedAccessoryView, "end", drawing),
      ].compactMap(\.self))
    drawSelf(&node, around: [], drawing)
    backgroundView.decorate(&node)
    if spacing != 8 { node.style["--spacing"] = CSS.pixels(spacing) }
    return node
  }

  private func draw(_ accessory: View?, _ side: NodeClass, _ drawing: Drawing) -> Node? {
    accessory.map { view in Node.div { view.draw(drawing) }.class("accessory", side).key(side.name) }
  }

  private func drawRow(_ drawing: Drawing) -> Node {
    var row = layout.view.draw(drawing)
    row.classes = ["row"] + row.classes.filter { $0 != "view" }
    layout.decorate(&row)
    row.attributes["data-generation"] = String(generation)
    if !shownButtons.isEmpty {
      row.attributes["role"] = "tablist"
      row.attributes["aria-label"] = accessibilityLabel
    }
    decorateAlignment(&row)
    if indicator.isDrawn { row.content = .children(row.children + [drawIndicator(drawing)]) }
    return row
  }
}

extension BarView: BarParent {
  func layoutNeedsReload() {
    guard !buttons.all.isEmpty else { return }
    reloadData(at: 0...buttons.all.count - 1, context: .full)
  }

  var isRightToLeft: Bool { geometry?.direction == .rightToLeft }

  func itemNeedsUpdate(_ item: any BarItemable) {
    guard let button = buttons.for(item: item) else { return }
    button.populate(for: item)
    // The button's width may have changed. After the next measurement, the indicator moves with an animation of this
    // duration.
    motion.indicator = 0.2
    setNeedsDisplay()
  }
}
