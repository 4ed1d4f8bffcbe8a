import Foundation

/// A view's constraints as CSS.
///
/// A view that is held on both sides of an axis is an item of a grid that its superview is: it takes part in the
/// superview's size, as with UIKit. One that is held on one side only lies above, with insets. The edges' inequalities
/// are left out: within a grid they hold by themselves.
struct Placement {
  /// Along the axis, before, after, and about the middle.
  private struct Axis {
    var start: CGFloat?
    var end: CGFloat?
    var center: CGFloat?

    var isBoth: Bool { start != nil && end != nil }
    var isEmpty: Bool { start == nil && end == nil && center == nil }
  }

  /// Whether it is an item of its superview's grid.
  let isPinned: Bool
  /// Whether it lies above, out of the flow.
  let isPlaced: Bool
  /// What says where.
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
      // Width to height is a ratio; height to width the other way round.
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
