import Foundation

/// A group of constraints that must be solved together, because each of them shares a view or a guide with another
/// constraint of the group.
struct LayoutGroup {
  /// The view that contains all members. Positions are relative to this view.
  private(set) var root: View
  /// The views and guides that the constraints place, and the views between them and the root. A view precedes its
  /// descendants.
  private(set) var members: [LayoutItem] = []
  /// The constraints, in the order of their activation.
  private(set) var constraints: [LayoutConstraint] = []

  /// A constraint, the innermost view that contains both sides of the constraint, and the items on the paths from this
  /// view to the sides, including the sides.
  private struct Entry {
    let constraint: LayoutConstraint
    let root: View
    let path: [LayoutItem]
  }

  /// Divides constraints into groups. Omits a constraint if no view contains both of its sides, or if it depends on a
  /// position that no constraint determines. Appends a sentence about each omitted constraint to `problems`.
  static func groups(
    of constraints: [LayoutConstraint], guideAt origin: View?, _ problems: inout [String]
  ) -> [LayoutGroup] {
    var entries = constraints.compactMap { constraint -> Entry? in
      if let entry = entry(of: constraint, guideAt: origin) { return entry }
      problems.append("A constraint is ignored, because its views are not in one part of the bar: \(constraint).")
      return nil
    }
    // A position inside a view is known only if the position of that view is known too.
    let placed = Set(entries.flatMap { placedItems(by: $0.constraint, in: $0.root) })
    entries.removeAll { entry in
      guard entry.constraint.first.attribute.isPosition else { return false }
      guard let item = entry.path.first(where: { !placed.contains($0) || $0.isArranged }) else { return false }
      problems.append(
        "A constraint is ignored, because constraints do not determine the position of \(item.name): "
          + "\(entry.constraint).")
      return true
    }
    return joined(entries)
  }

  /// Joins constraints into groups. Constraints whose paths share an item are in the same group.
  private static func joined(_ entries: [Entry]) -> [LayoutGroup] {
    var leaders: [LayoutItem: LayoutItem] = [:]
    func leader(of item: LayoutItem) -> LayoutItem {
      guard let next = leaders[item], next != item else { return item }
      let leader = leader(of: next)
      leaders[item] = leader
      return leader
    }
    for entry in entries {
      for item in entry.path.dropFirst() { leaders[leader(of: item)] = leader(of: entry.path[0]) }
    }
    var groups: [LayoutItem: LayoutGroup] = [:]
    var order: [LayoutItem] = []
    for entry in entries.sorted(by: { $0.constraint.activation < $1.constraint.activation }) {
      let leader = leader(of: entry.path[0])
      if groups[leader] == nil { order.append(leader) }
      var group = groups[leader] ?? LayoutGroup(root: entry.root)
      if group.root.isInside(entry.root) { group.root = entry.root }
      group.constraints.append(entry.constraint)
      for item in entry.path where !group.members.contains(item) { group.members.append(item) }
      groups[leader] = group
    }
    return order.compactMap { groups[$0] }.map { group in
      var group = group
      group.members.sort { $0.depth < $1.depth }
      return group
    }
  }

  /// Returns the entry for a constraint, or `nil` if no view contains both of its sides.
  private static func entry(of constraint: LayoutConstraint, guideAt origin: View?) -> Entry? {
    /// Returns the items from the outermost view to the item of a side. For the size of the bar's visible part, returns
    /// an empty list, because that size is a known number, not a position.
    func chain(_ side: LayoutConstraint.Side) -> [LayoutItem]? {
      if side.isOfBar { return side.attribute.isPosition ? origin?.chain : [] }
      return side.item?.chain
    }
    guard let first = chain(constraint.first), let second = constraint.second.map(chain) ?? [] else { return nil }
    if first.isEmpty || second.isEmpty || first == second {
      let chain = first.isEmpty ? second : first
      guard let item = chain.last else { return nil }
      // The outermost view has no container, so it is its own root.
      guard let root = (chain.dropLast().last ?? item).view else { return nil }
      return Entry(constraint: constraint, root: root, path: [item])
    }
    let common = zip(first, second).prefix { $0 == $1 }.count
    guard common > 0, let root = first[common - 1].view else { return nil }
    return Entry(constraint: constraint, root: root, path: Array(first[common...] + second[common...]))
  }

  /// The items whose positions a constraint determines.
  private static func placedItems(by constraint: LayoutConstraint, in root: View) -> [LayoutItem] {
    guard constraint.first.attribute.isPosition else { return [] }
    return [constraint.first.item, constraint.second?.item].compactMap(\.self).filter { $0 != root }
  }
}

extension LayoutItem {
  /// The item as a view; `nil` for a guide.
  var view: View? { self as? View }

  /// The items from the outermost view to this item.
  fileprivate var chain: [LayoutItem] { (container?.chain ?? []) + [self] }

  fileprivate var depth: Int { container.map { $0.depth + 1 } ?? 0 }

  /// Whether a stack view determines the position of the view.
  var isArranged: Bool {
    view.map { view in (view.superview as? StackView)?.arrangedSubviews.contains(view) ?? false } ?? false
  }

  fileprivate var name: String { view.map { "\(type(of: $0))" } ?? "a layout guide" }
}
