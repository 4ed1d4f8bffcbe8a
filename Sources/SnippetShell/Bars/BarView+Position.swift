public import Foundation

// Where one is: three parts follow the position, each in its own style.
extension BarView {
  /// Shows a position: see `Bar`.
  public func update(for position: CGFloat, capacity: Int, direction: BarUpdateDirection, animation: BarAnimation) {
    guard position.isFinite, capacity > 0 else { return }
    // More than a page beyond the ends shows no more than one page does.
    let position = min(max(position, -1), CGFloat(capacity))
    // Said again, as by a program that says it whenever it draws: nothing is to move anew.
    if let place, place == (position, capacity) { return }
    place = (position, capacity)
    motion.indicator = indicator.transitionStyle.target(for: position, capacity: capacity, animation).1
    motion.buttons = buttons.transitionStyle.target(for: position, capacity: capacity, animation).1
    motion.scroll = layout.transitionStyle.target(for: position, capacity: capacity, animation).1
    showButtonStates(direction)
    setNeedsDisplay()
  }

  /// What the page has measured: see `Bar`.
  public func measured(_ geometry: BarGeometry) throws(BarGeometryError) {
    let shown = shownButtons
    if let measured = geometry.generation, measured != generation { throw .generation(measured, current: generation) }
    try geometry.check(count: shown.count)
    guard geometry != self.geometry else { return }
    // In a window of another size nothing moves slowly. Other changes come from an update, and follow in its time.
    if self.geometry?.guide != geometry.guide { motion.stop() }
    self.geometry = geometry
    for (button, frame) in zip(shown, geometry.buttons) { button.frame = frame }
    layout.layoutGuide.layoutFrame = CGRect(origin: .zero, size: geometry.guide)
    layout.view.frame = CGRect(origin: .zero, size: geometry.content)
    setNeedsDisplay()
  }

  /// Where the indicator is at each whole position; empty before the bar was measured.
  public var focusAreas: [CGRect] {
    guard geometry != nil else { return [] }
    return (0..<capacity).map { focus(at: CGFloat($0)) }
  }

  var capacity: Int { place?.capacity ?? buttons.all.count }

  /// The page that is the selected one; nil before the first update.
  var selectedIndex: Int? { place.map { Int(BarTransitionStyle.nearest($0.position, $0.capacity)) } }

  /// The buttons that the layout has put somewhere, in order: those that the page measures.
  var shownButtons: [Button] { buttons.all.filter { $0.isDrawn && $0.superview != nil } }

  /// Where a part is that follows the position in `style`.
  func position(in style: BarTransitionStyle) -> CGFloat? {
    place.map { style.target(for: $0.position, capacity: $0.capacity, BarAnimation(isEnabled: false)).0 }
  }

  /// Where the indicator is at a position. What a layout says that is no place is no place.
  func focus(at position: CGFloat) -> CGRect {
    let count = max(capacity, 1)
    let inside = min(max(position, 0), CGFloat(count - 1))
    let area = layout.focusArea(for: inside, capacity: count)
    guard [area.origin.x, area.origin.y, area.size.width, area.size.height].allSatisfy(\.isFinite) else { return .zero }
    let focus = BarFocus(
      area: area, width: layout.view.bounds.size.width, position: position, capacity: count,
      direction: geometry?.direction ?? .leftToRight)
    return focus.rect(isProgressive: indicator.isProgressive, overscroll: indicator.overscrollBehavior)
  }

  /// The two buttons beside the position share the selection; the others have nothing of it.
  func showButtonStates(_ direction: BarUpdateDirection = .none) {
    guard let position = position(in: buttons.transitionStyle), let last = buttons.all.indices.last else { return }
    let inside = min(max(position, 0), CGFloat(last))
    let lower = Int(inside.rounded(.down))
    let fraction = inside - CGFloat(lower)
    for (index, button) in buttons.all.enumerated() {
      let share = index == lower ? 1 - fraction : index == lower + 1 ? fraction : 0
      let state: BarButton.SelectionState =
        // The last thousandth of the way is none: numbers of animations do not always arrive.
        share < 0.001 ? .unselected : share > 0.999 ? .selected : .partial(delta: share)
      if button.selectionState != state { button.select(state) }
    }
  }
}
