import Foundation

/// The constraint-based layout of the views in one bar.
///
/// Constraints form groups: two constraints are in the same group if they place the same view. If CSS can express a
/// group exactly, the group is translated to CSS, which requires no measurements. All other groups are solved in Swift.
struct LayoutPass {
  /// The constraint systems of this pass, with their solutions. The next pass solves only systems that have changed.
  private(set) var solutions: [ConstraintSystem: ConstraintSystem.Solution] = [:]
  private var placements: [View: Placement] = [:]
  /// The descriptions of constraints that are not applied.
  private(set) var problems: [String] = []

  /// Lays out a view and all of its descendants.
  /// - Parameters:
  ///   - origin: the view whose origin is also the origin of the guide for the bar's visible part.
  ///   - geometry: the measurements from the page; `nil` if the page has not measured the bar yet.
  ///   - known: the solutions of the previous pass.
  init(
    of root: View, guideAt origin: View?, _ geometry: BarGeometry?,
    reusing known: [ConstraintSystem: ConstraintSystem.Solution] = [:]
  ) {
    var all: [LayoutConstraint] = []
    collect(root, &all)
    for group in LayoutGroup.groups(of: all, guideAt: origin, &problems) {
      if group.members.count == 1, let view = group.members[0].view,
        let placement = Placement(of: view, by: group.constraints)
      {
        place(view, placement)
      } else {
        solve(group, geometry, reusing: known)
      }
    }
  }

  /// Returns the placement of a view.
  func placement(of view: View) -> Placement {
    var placement = placements[view] ?? Placement()
    guard !placement.isPlaced, !placement.isPinned, let frame = view.givenFrame else { return placement }
    let measured = placement.measured
    placement = Placement(rect: frame, from: "left")
    placement.measured = measured
    return placement
  }

  private mutating func collect(_ view: View, _ all: inout [LayoutConstraint]) {
    problems += view.refusedConstraints.map {
      "A constraint is ignored, because its views are not in one hierarchy: \($0). Add the views first."
    }
    all += view.placing
    // If subviews have frames, `layoutSubviews()` may compute these frames from the size of the view, so the page must
    // measure this size.
    if view.subviews.contains(where: { $0.givenFrame != nil }) {
      placements[view, default: Placement()].measured.insert(.size)
    }
    for subview in view.subviews { collect(subview, &all) }
  }

  private mutating func place(_ view: View, _ placement: Placement) {
    placements[view] = placements[view].map { placement.over($0) } ?? placement
  }

  private mutating func solve(
    _ group: LayoutGroup, _ geometry: BarGeometry?, reusing known: [ConstraintSystem: ConstraintSystem.Solution]
  ) {
    let solution = group.solve(geometry) { system in
      let solution = solutions[system] ?? known[system] ?? system.solve()
      solutions[system] = solution
      return solution
    }
    problems += solution.dropped.map {
      "A required constraint contradicts earlier ones and is dropped: \($0). Remove it, or lower its priority."
    }
    for (view, placement) in solution.placements { place(view, placement) }
    var root = Placement()
    root.measured = [.size]
    root.isProvisional = solution.isProvisional
    let inset = group.root.layoutInset
    if solution.fit.width > 0 { root.style["min-width"] = CSS.pixels(solution.fit.width + inset.left + inset.right) }
    if solution.fit.height > 0 { root.style["min-height"] = CSS.pixels(solution.fit.height + inset.top + inset.bottom) }
    placements[group.root] = placements[group.root]?.over(root) ?? root
  }
}
