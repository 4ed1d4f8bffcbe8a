import Foundation

/// The constraint-based layout of the views in one bar.
///
/// Constraints form groups: two constraints are in the same group if they place the same view. If CSS can express a
/// group exactly, the group is translated to CSS, which requires no measurements. All other groups are solved in Swift.
struct LayoutPass {
  /// The measurements from the page that the layout depends on.
  struct Measurements {
    /// The size of the visible part of the bar; `nil` if it was not measured.
    var guide: CGSize?
    var isRightToLeft = false
    /// The sizes of the views that the bar has marked with `data-size`, keyed by the views' identifiers.
    var sizes: [Int: CGSize] = [:]
    /// The content sizes of the views that the bar has marked with `data-content`, keyed by the views' identifiers.
    var contents: [Int: CGSize] = [:]
  }

  /// The constraint systems of this pass, with their solutions. The next pass solves only systems that have changed.
  private(set) var solutions: [ConstraintSystem: ConstraintSystem.Solution] = [:]
  /// The number of systems that were solved in this pass.
  private(set) var solvedCount = 0
  private var placements: [ObjectIdentifier: Placement] = [:]
  /// The descriptions of constraints that are not applied.
  private(set) var problems: [String] = []

  /// Lays out a view and all of its descendants.
  /// - Parameters:
  ///   - origin: the view whose origin is also the origin of the guide for the bar's visible part.
  ///   - known: the solutions of the previous pass.
  init(
    of root: View, guideAt origin: View?, _ measurements: Measurements,
    reusing known: [ConstraintSystem: ConstraintSystem.Solution] = [:]
  ) {
    var all: [LayoutConstraint] = []
    collect(root, &all)
    for group in LayoutGroup.groups(of: all, guideAt: origin, &problems) {
      if group.members.count == 1, let view = group.members[0].view,
        let placement = Placement(of: view, by: group.constraints)
      {
        merge(placement, into: view)
      } else {
        solve(group, measurements, reusing: known)
      }
    }
  }

  /// Returns the placement of a view.
  func placement(of view: View) -> Placement {
    if let placement = placements[ObjectIdentifier(view)], placement.isPlaced || placement.isPinned { return placement }
    guard let frame = view.givenFrame else { return placements[ObjectIdentifier(view)] ?? Placement() }
    var placement = Placement(frame: frame)
    placement.measured = placements[ObjectIdentifier(view)]?.measured ?? []
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
      placements[ObjectIdentifier(view), default: Placement()].measured.insert(.size)
    }
    for subview in view.subviews { collect(subview, &all) }
  }

  private mutating func merge(_ placement: Placement, into view: View) {
    let id = ObjectIdentifier(view)
    guard let old = placements[id] else { return placements[id] = placement }
    var placement = placement
    placement.measured.formUnion(old.measured)
    placement.style.merge(old.style) { new, _ in new }
    placement.isProvisional = placement.isProvisional || old.isProvisional
    placements[id] = placement
  }

  private mutating func solution(
    of system: ConstraintSystem, reusing known: [ConstraintSystem: ConstraintSystem.Solution]
  ) -> ConstraintSystem.Solution {
    if let solution = solutions[system] { return solution }
    if known[system] == nil { solvedCount += 1 }
    let solution = known[system] ?? system.solve()
    solutions[system] = solution
    return solution
  }

  private mutating func solve(
    _ group: LayoutGroup, _ measurements: Measurements, reusing known: [ConstraintSystem: ConstraintSystem.Solution]
  ) {
    let solution = group.solve(measurements) { self.solution(of: $0, reusing: known) }
    problems += solution.dropped.map {
      "A required constraint contradicts earlier ones and is dropped: \($0). Remove it, or lower its priority."
    }
    for (view, placement) in solution.placements { merge(placement, into: view) }
    var root = Placement()
    root.measured = [.size]
    root.isProvisional = solution.isProvisional
    let inset = group.root.layoutInset
    if solution.fit.width > 0 { root.style["min-width"] = CSS.pixels(solution.fit.width + inset.left + inset.right) }
    if solution.fit.height > 0 { root.style["min-height"] = CSS.pixels(solution.fit.height + inset.top + inset.bottom) }
    let id = ObjectIdentifier(group.root)
    if let old = placements[id] {
      root.isPinned = old.isPinned
      root.isPlaced = old.isPlaced
      root.measured.formUnion(old.measured)
      root.style.merge(old.style) { _, old in old }
      root.isProvisional = root.isProvisional || old.isProvisional
    }
    placements[id] = root
  }
}
