import Foundation

/// The CSS of a view's constraints.
///
/// A view that is constrained on both sides of an axis becomes a grid item of its superview. It then affects the
/// superview's size, as in UIKit. A view that is constrained on one side only is positioned absolutely, with insets.
/// Inequalities of edges are ignored, because the grid satisfies them anyway.
struct Placement {
  /// The offsets along one axis: from the start, from the end, and from the center.
  private struct Axis {
    var start: CGFloat?
    var end: CGFloat?
    var center: CGFloat?

    var isBoth: Bool { start != nil && end != nil }
    var isEmpty: Bool { start == nil && end == nil && center == nil }
  }

  /// Whether the view is an item of its superview's grid.
  let isPinned: Bool
  /// Whether the view is positioned absolutely, outside of the flow.
  let isPlaced: Bool
  /// The style properties that place the view.
  private(set) var style: [String: String] = [:]

  init(of view: View) {
    var inline = Axis()
    var physical = Axis()
    var block = Axis()
    var sizes: [LayoutConstraint] = []
    for constraint in view.placing {
      switch (constraint.attribute, constraint.relation) {
      case (.x(.leading), .equal): inline.start = constraint.offset
      case (.x(.trailing), .equal): inline.end = -constraint.offset
      case (.x(.left), .equal): physical.start = constraint.offset
      case (.x(.right), .equal): physical.end = -constraint.offset
      case (.x(.centerX), .equal): inline.center = constraint.offset
      case (.y(.top), .equal): block.start = constraint.offset
      case (.y(.bottom), .equal): block.end = -constraint.offset
      case (.y(.centerY), .equal): block.center = constraint.offset
      case (.size, _): sizes.append(constraint)
      case (.x, _), (.y, _): break
      }
    }
    let isPositioned = !(inline.isEmpty && physical.isEmpty && block.isEmpty)
    isPinned = inline.isBoth || physical.isBoth || block.isBoth
    isPlaced = isPositioned && !isPinned
    for constraint in sizes { add(size: constraint) }
    guard isPositioned else { return }
    let isPhysical = inline.isEmpty && !physical.isEmpty
    let across = isPhysical ? physical : inline
    let sides = isPhysical ? ("left", "right") : ("inline-start", "inline-end")
    if isPinned {
      pin(across, sides, "justify-self", isPhysical ? sides : ("start", "end"))
      pin(block, ("block-start", "block-end"), "align-self", ("start", "end"))
    } else {
      let insets = isPhysical ? sides : ("inset-inline-start", "inset-inline-end")
      place(across, insets, middle: "left")
      place(block, ("top", "bottom"), middle: "top")
    }
    let x = across.center, y = block.center
    guard x != nil || y != nil else { return }
    func shift(_ center: CGFloat?) -> String {
      guard let center else { return "0" }
      return isPinned ? CSS.pixels(center) : "calc(-50% + \(CSS.term(center)))"
    }
    style["translate"] = "\(shift(x)) \(shift(y))"
  }

  private mutating func pin(
    _ axis: Axis, _ sides: (String, String), _ property: String, _ ends: (start: String, end: String)
  ) {
    if let start = axis.start, start != 0 { style["margin-\(sides.0)"] = CSS.pixels(start) }
    if let end = axis.end, end != 0 { style["margin-\(sides.1)"] = CSS.pixels(end) }
    if axis.isBoth { return }
    style[property] = axis.center != nil ? "center" : axis.end != nil ? ends.end : ends.start
  }

  private mutating func place(_ axis: Axis, _ insets: (String, String), middle: String) {
    if axis.center != nil {
      style[middle] = "50%"
    } else if let end = axis.end {
      style[insets.1] = CSS.pixels(end)
    } else {
      style[insets.0] = CSS.pixels(axis.start ?? 0)
    }
  }

  private mutating func add(size constraint: LayoutConstraint) {
    guard case .size(let dimension) = constraint.attribute else { return }
    let name = dimension == .width ? "width" : "height"
    let property =
      switch constraint.relation {
      case .equal: name
      case .atLeast: "min-\(name)"
      case .atMost: "max-\(name)"
      }
    switch constraint.other {
    case .nothing: style[property] = CSS.pixels(max(constraint.offset, 0))
    case .superview: style[property] = length("100%", constraint)
    case .guide: style[property] = length(dimension == .width ? "100cqi" : "100%", constraint)
    case .itself:
      // `aspect-ratio` is width to height, so the multiplier of a height is inverted.
      let ratio = dimension == .width ? constraint.multiplier : 1 / constraint.multiplier
      if ratio.isFinite, ratio > 0 { style["aspect-ratio"] = CSS.number(Double(ratio)) }
    }
  }

  private func length(_ whole: String, _ constraint: LayoutConstraint) -> String {
    if constraint.multiplier == 1, constraint.offset == 0 { return whole }
    let share = (Double(constraint.multiplier) * 10_000).rounded() / 10_000
    return "calc(\(whole) * \(share.isFinite ? share : 0) + \(CSS.term(constraint.offset)))"
  }
}
