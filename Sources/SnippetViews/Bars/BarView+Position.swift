public import Foundation

// The bar's position. The layout, the buttons and the indicator each follow the position with their own transition
// style.
extension BarView {
  /// Shows a position. See `Bar`.
  public func update(for position: CGFloat, capacity: Int, direction: BarUpdateDirection, animation: BarAnimation) {
    guard position.isFinite, capacity > 0 else { return }
    // The position may be at most one page beyond the ends.
    let position = min(max(position, -1), CGFloat(capacity))
    // The position is unchanged: do not restart the animation. A program may set the same position whenever it draws.
    if let place, place == (position, capacity) { return }
    place = (position, capacity)
    motion.indicator = indicator.transitionStyle.target(for: position, capacity: capacity, animation).1
    motion.buttons = buttons.transitionStyle.target(for: position, capacity: capacity, animation).1
    motion.scroll = layout.transitionStyle.target(for: position, capacity: capacity, animation).1
    showButtonStates(direction)
    setNeedsDisplay()
  }

  /// Stores the measurements that the web page has sent. See `Bar`.
  public func measured(_ geometry: BarGeometry) throws(BarGeometryError) {
    let shown = shownButtons
    if let measured = geometry.generation, measured != generation { throw .generation(measured, current: generation) }
    try geometry.check(count: shown.count)
    guard geometry != self.geometry else { return }
    // A new size of the visible part, for example after the window was resized, is shown without animation. Other new
    // measurements result from an update and are animated with the duration of that update.
    if self.geometry?.guide != geometry.guide { motion = BarMotion() }
    self.geometry = geometry
    for (button, frame) in zip(shown, geometry.buttons) { button.measuredFrame = frame }
    layout.layoutGuide.layoutFrame = CGRect(origin: .zero, size: geometry.guide)
    layout.view.measuredFrame = CGRect(origin: .zero, size: geometry.content)
    lastGeometry = geometry
    takeSizes(geometry.sizes)
    setNeedsDisplay()
  }

  /// The rect of the indicator for each page of the bar; empty until the browser has measured the bar.
  public var focusAreas: [CGRect] {
    guard geometry != nil else { return [] }
    return (0..<capacity).map { focus(at: CGFloat($0)) }
  }

  var capacity: Int { place?.capacity ?? buttons.all.count }

  /// The index of the selected page; `nil` before the first update.
  var selectedIndex: Int? { place.map { Int(BarTransitionStyle.nearest($0.position, $0.capacity)) } }

  /// The buttons that the layout has added to a view, in order. The web page measures these buttons.
  var shownButtons: [Button] { buttons.all.filter { $0.isDrawn && $0.superview != nil } }

  /// Returns the position that is shown by a part of the bar with this transition style, or `nil` before the first
  /// update.
  func position(in style: BarTransitionStyle) -> CGFloat? {
    place.map { style.target(for: $0.position, capacity: $0.capacity, BarAnimation(isEnabled: false)).0 }
  }

  /// Returns the rect of the indicator at a position. If the layout returns an area that is not finite, the rect is
  /// zero.
  func focus(at position: CGFloat) -> CGRect {
    let count = max(capacity, 1)
    let inside = min(max(position, 0), CGFloat(count - 1))
    let area = layout.focusArea(for: inside, capacity: count)
    guard [area.origin.x, area.origin.y, area.size.width, area.size.height].allSatisfy(\.isFinite) else { return .zero }
    return indicator.rect(
      at: position, capacity: count, area: area, width: layout.view.bounds.size.width, isRightToLeft: isRightToLeft)
  }

  /// Sets the selection states of all buttons. At a position between two buttons, both are partly selected.
  func showButtonStates(_ direction: BarUpdateDirection = .none) {
    guard let position = position(in: buttons.transitionStyle), let last = buttons.all.indices.last else { return }
    let inside = min(max(position, 0), CGFloat(last))
    let lower = Int(inside.rounded(.down))
    let fraction = inside - CGFloat(lower)
    for (index, button) in buttons.all.enumerated() {
      let share = index == lower ? 1 - fraction : index == lower + 1 ? fraction : 0
      let state: BarButton.SelectionState =
        // Fractions within 0.001 of 0 or 1 are rounded, because animations may not end at exact numbers.
        share < 0.001 ? .unselected : share > 0.999 ? .selected : .partial(delta: share)
      if button.selectionState != state { button.selectionState = state }
    }
  }
}
