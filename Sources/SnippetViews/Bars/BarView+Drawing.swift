import Foundation

// Functions that add the bar's classes, styles and attributes to its parts. The script `bars.js` reads the data
// attributes.
extension BarView {
  func giveRoles() {
    let selected = selectedIndex.map { min($0, buttons.all.count - 1) }
    for (index, button) in buttons.all.enumerated() {
      button.role = BarButtonRole(
        index: index, isSelected: index == selected, isReached: index == (selected ?? 0), duration: motion.buttons)
    }
  }

  func drawIndicator(_ drawing: Drawing) -> Node {
    var node = indicator.draw(drawing)
    guard geometry != nil, let position = position(in: indicator.transitionStyle) else {
      place(&node, at: lastFocus)
      return node
    }
    // With more than 200 positions, the web page does not interpolate: the indicator follows only the updates from
    // Swift.
    if indicator.transitionStyle == .progressive, capacity <= 200 {
      // The indicator's rect for each page, and for one additional page at both ends. The web page interpolates between
      // these rects during a drag.
      let areas = (-1...capacity).map { focus(at: CGFloat($0)) }
      node.attributes["data-focus"] = areas.map {
        CSS.number(Double($0.origin.x)) + " " + CSS.number(Double($0.size.width))
      }.joined(separator: ",")
    }
    // `focusArea` is called for the current position last, because a custom layout may store the last position it
    // received.
    lastFocus = focus(at: position)
    place(&node, at: lastFocus)
    return node
  }

  private func place(_ indicator: inout Node, at focus: CGRect?) {
    guard let focus else { return indicator.add("unplaced") }
    indicator.style["--x"] = CSS.pixels(focus.origin.x)
    indicator.style["--w"] = CSS.pixels(max(focus.size.width, 0))
    indicator.style["--t"] = CSS.milliseconds(motion.indicator)
  }

  func decorate(scroller: inout Node) {
    if scrollMode != .interactive { scroller.attributes["data-scroll-mode"] = scrollMode.rawValue }
    if fadesContentEdges { scroller.add("fading") }
    guard let geometry, let position = position(in: layout.transitionStyle) else { return }
    // Scrolls the center of the indicator to the center of the bar's visible part. The browser clamps the scroll
    // position to the content.
    let left = focus(at: position).midX - geometry.guide.width / 2
    scroller.attributes["data-scroll"] = CSS.number(Double(left))
    if motion.scroll > 0 { scroller.attributes["data-scroll-time"] = CSS.number((motion.scroll * 1000).rounded()) }
  }

  func decorateAlignment(_ row: inout Node) {
    switch layout.alignment {
    case .leading: break
    case .centerDistributed, .trailing: row.add(layout.alignment == .trailing ? "trailing" : "centered")
    case .center:
      row.add("centering")
      guard let first = shownButtons.first, let last = shownButtons.last, geometry != nil else { return }
      row.style["padding-inline-start"] = "calc(50cqi - \(CSS.term(first.frame.size.width / 2)))"
      row.style["padding-inline-end"] = "calc(50cqi - \(CSS.term(last.frame.size.width / 2)))"
    }
  }
}
