public import Foundation

/// A bar of three parts: where the buttons are, what they look like, and what shows where one is. Tabman's `TMBarView`.
///
/// ```swift
/// let bar = Bar.ButtonBar()
/// let other = BarView<HorizontalBarLayout, LabelBarButton, ChevronBarIndicator>()
/// ```
open class BarView<Layout: BarLayout, Button: BarButton, Indicator: BarIndicator>: View, Bar {
  /// Changes a button.
  public typealias BarButtonCustomization = (Button) -> Void
  /// How the user moves the content.
  public typealias ScrollMode = BarScrollMode

  /// Where the buttons are.
  public let layout = Layout()
  /// The buttons.
  public let buttons = BarButtonCollection<Button>()
  /// What shows where one is.
  public let indicator = Indicator()
  /// What is behind everything.
  public let backgroundView = BarBackgroundView()

  /// Says what the items are.
  open weak var dataSource: (any BarDataSource)?
  /// Is told what the user wants.
  open weak var delegate: (any BarDelegate)?
  /// What is shown; nil before the first reload.
  public private(set) var items: [any BarItemable]?

  /// How the user moves the content.
  open var scrollMode: BarScrollMode = .interactive { didSet { setNeedsDisplay() } }
  /// Whether the content fades out at the ends, where there is more of it.
  open var fadesContentEdges = false { didSet { setNeedsDisplay() } }
  /// Room between the buttons and the accessories.
  open var spacing: CGFloat = 8 { didSet { setNeedsDisplay() } }
  /// Before the buttons; scrolls with them.
  open var leftAccessoryView: View? { didSet { exchange(oldValue, leftAccessoryView) } }
  /// After the buttons; scrolls with them.
  open var rightAccessoryView: View? { didSet { exchange(oldValue, rightAccessoryView) } }
  /// Before the buttons; always seen.
  open var leftPinnedAccessoryView: View? { didSet { exchange(oldValue, leftPinnedAccessoryView) } }
  /// After the buttons; always seen.
  open var rightPinnedAccessoryView: View? { didSet { exchange(oldValue, rightPinnedAccessoryView) } }

  /// Where one is, among how many; nil before the first update.
  var place: (position: CGFloat, capacity: Int)?
  /// What the page has measured last; nil while there are buttons that it has not measured.
  var geometry: BarGeometry?
  /// Another one after each reload, so that what was measured before is known for it.
  var generation = 0
  /// Where the indicator was drawn last: it stays there until the page has measured again.
  var lastFocus: CGRect?
  var motion = BarMotion()
  private var controls: [Int: Control] = [:]
  private var lastIdentifier = 0
  /// Constraints that have no counterpart in CSS. Of the last drawing.
  public private(set) var layoutProblems: [String] = []

  /// A bar without items.
  public required init() {
    super.init()
    for view in [backgroundView, layout.view, indicator] { addSubview(view) }
    layout.parent = self
    layout.layout(in: layout.view)
  }

  private func exchange(_ old: View?, _ new: View?) {
    guard old !== new else { return }
    if let old, old.superview === self { old.removeFromSuperview() }
    if let new { addSubview(new) }
  }

  // MARK: - Items

  /// Asks the data source for items, and shows them.
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
    // What was measured is of other buttons.
    geometry = nil
    generation += 1
    motion.stop()
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
      button.select(.unselected)
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

  // MARK: - What the user does

  /// Does what waits for an event; one of a control that is gone is ignored.
  open func receive(_ event: ControlEvent) {
    guard let control = controls[event.control], control.isEnabled else { return }
    control.sendActions(for: event.event)
    guard event.event == .touchUpInside, let index = buttons.all.firstIndex(where: { $0 === control }) else { return }
    delegate?.bar(self, didRequestScrollTo: index)
  }

  /// The user swiped over the bar: asks the delegate for the page beside, if there is one.
  open func swiped(_ direction: BarUpdateDirection) {
    guard scrollMode == .swipe, let selected = selectedIndex, direction != .none else { return }
    let index = min(max(selected + (direction == .forward ? 1 : -1), 0), capacity - 1)
    if index != selected { delegate?.bar(self, didRequestScrollTo: index) }
  }

  // MARK: - Drawing

  /// The bar as a node.
  public func node(named name: String, send: @escaping @Sendable (ControlEvent) async -> Void) -> Node {
    let drawing = Drawing(after: lastIdentifier, send: send)
    var node = draw(drawing)
    node.attributes["data-bar"] = name
    // Its own number counts within the bar; beside it there may be another bar.
    node.key = "bar \(name)"
    lastIdentifier = drawing.lastIdentifier
    controls = drawing.controls
    layoutProblems = drawing.problems
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
        backgroundView.isDrawn ? backgroundView.draw(drawing) : nil,
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

extension BarView: BarLayoutParent {
  func layoutNeedsReload() {
    guard !buttons.all.isEmpty else { return }
    reloadData(at: 0...buttons.all.count - 1, context: .full)
  }

  var isRightToLeft: Bool { geometry?.direction == .rightToLeft }
}

extension BarView: ItemUpdating {
  func itemNeedsUpdate(_ item: any BarItemable) {
    guard let button = buttons.for(item: item) else { return }
    button.populate(for: item)
    // The button may be wider now: the indicator follows it when it was measured again, in this time.
    motion.indicator = 0.2
    setNeedsDisplay()
  }
}
