import Foundation

/// The constraints of a group of rects, and their solution.
///
/// An item is the index of a rect. Item 0 is the root, which contains all other rects and whose origin is (0, 0).
/// X-coordinates increase in the writing direction. All lengths are in CSS pixels.
struct ConstraintSystem: Hashable {
  /// A property of a rect. `left` and `right` have the same meaning as `leading` and `trailing`.
  typealias Attribute = LayoutConstraint.Attribute

  /// The second item and attribute of a constraint.
  struct Other: Hashable {
    let item: Int
    let attribute: Attribute

    init(_ item: Int, _ attribute: Attribute) { (self.item, self.attribute) = (item, attribute) }
  }

  /// A constraint that requires an attribute to be equal to, at least, or at most `multiplier` times another attribute
  /// plus `constant`.
  struct Constraint: Hashable {
    var item: Int
    var attribute: Attribute
    var relation: LayoutConstraint.Relation = .equal
    /// The second item and attribute; `nil` if the constraint relates the first attribute only to `constant`.
    var other: Other?
    var multiplier: Double = 1
    var constant: Double = 0
    var priority: LayoutPriority = .required
  }

  /// The solution of a system.
  struct Solution {
    /// The rects by item, with the origin of the root at (0, 0).
    var rects: [CGRect]
    /// The indices of the constraints that are not satisfied, because they contradict constraints with a higher or
    /// equal priority.
    var violated: [Int]
  }

  private(set) var constraints: [Constraint] = []
  private var fixed: [Constraint] = []
  /// The sizes of the items' contents; `nil` for an item without content.
  private var natural: [CGSize?] = [nil]
  private var count: Int { natural.count }
  /// The size of the root; `nil` to compute the smallest possible size.
  var rootSize: CGSize?

  /// Adds a rect and returns its item.
  /// - Parameter size: the size of the rect's content, which becomes the rect's size unless constraints contradict it;
  ///   `nil` if the rect has no content.
  mutating func addItem(naturalSize size: CGSize? = nil) -> Int {
    natural.append(size)
    return count - 1
  }

  mutating func add(_ constraint: Constraint) { constraints.append(constraint) }

  /// Sets an attribute of an item to a value. Such values take precedence over all constraints.
  mutating func fix(_ item: Int, _ attribute: Attribute, at value: Double) {
    fixed.append(Constraint(item: item, attribute: attribute, constant: value))
  }

  /// Returns the rects that satisfy the constraints.
  ///
  /// Constraints are applied by descending priority. Constraints with the same priority are applied in the order in
  /// which they were added. A content size acts as a minimum with ``LayoutPriority/defaultHigh`` and a maximum with
  /// ``LayoutPriority/defaultLow``. The constraint that makes the root as small as possible has
  /// ``LayoutPriority/fittingSizeLevel``.
  func solve() -> Solution {
    var solution = Solution(rects: Array(repeating: .zero, count: count), violated: [])
    let isMixed = constraints.contains { constraint in
      constraint.other.map { $0.attribute.isVertical != constraint.attribute.isVertical } ?? false
    }
    for axis in isMixed ? [nil] : [false, true] as [Bool?] { solve(axis, &solution) }
    solution.violated.sort()
    return solution
  }

  /// A constraint for the solver, and its index in `constraints`. The index is `nil` for content sizes, the root's size
  /// and fixed values.
  private typealias Entry = (index: Int?, constraint: Constraint)

  private func solve(_ isVertical: Bool?, _ solution: inout Solution) {
    let entries =
      (rootEntries + fixed.map { (nil, $0) } + constraints.enumerated().map { ($0.offset, $0.element) } + naturalEntries)
      .filter { isVertical == nil || $0.constraint.attribute.isVertical == isVertical }
    let layout = Variables(count: count, isVertical: isVertical)
    var solver = LinearSolver(mayBeNegative: layout.mayBeNegative, constraints: entries.count)
    // Comparing the indices makes the sort stable.
    let order = entries.indices.sorted { one, other in
      let (first, second) = (entries[one].constraint.priority, entries[other].constraint.priority)
      return first == second ? one < other : first > second
    }
    for place in order {
      let (index, constraint) = entries[place]
      let holds = solver.add(
        layout.terms(of: constraint), isEquation: constraint.relation == .equal,
        isRequired: constraint.priority == .required)
      if !holds, let index { solution.violated.append(index) }
    }
    for item in 0..<count {
      if isVertical != true {
        solution.rects[item].origin.x = solver.value(layout.origin(item, isVertical: false))
        solution.rects[item].size.width = solver.value(layout.size(item, isVertical: false))
      }
      if isVertical != false {
        solution.rects[item].origin.y = solver.value(layout.origin(item, isVertical: true))
        solution.rects[item].size.height = solver.value(layout.size(item, isVertical: true))
      }
    }
  }

  /// The constraints that set the root's size or, if ``rootSize`` is `nil`, make the root as small as possible.
  private var rootEntries: [Entry] {
    [Attribute.width, .height].map { attribute in
      let length = rootSize.map { attribute == .width ? $0.width : $0.height }
      let priority: LayoutPriority = length == nil ? .fittingSizeLevel : .required
      return (nil, Constraint(item: 0, attribute: attribute, constant: Double(length ?? 0), priority: priority))
    }
  }

  /// The constraints that make the sizes of rects match the sizes of their contents.
  private var naturalEntries: [Entry] {
    natural.enumerated().flatMap { item, size -> [Entry] in
      guard let size else { return [] }
      return [(Attribute.width, size.width), (.height, size.height)].flatMap { attribute, length -> [Entry] in
        [(LayoutConstraint.Relation.atLeast, LayoutPriority.defaultHigh), (.atMost, .defaultLow)].map {
          (nil, Constraint(item: item, attribute: attribute, relation: $0, constant: Double(length), priority: $1))
        }
      }
    }
  }

  /// The variables of the solver. Each axis of each rect has two variables, the origin and the size.
  private struct Variables {
    let count: Int
    /// Whether the vertical axis is solved; `nil` if both axes are solved together.
    let isVertical: Bool?

    /// Indicates for each variable whether its value may be negative. Origins may be negative, sizes may not.
    var mayBeNegative: [Bool] { (0..<count * (isVertical == nil ? 4 : 2)).map { $0.isMultiple(of: 2) } }

    func origin(_ item: Int, isVertical: Bool) -> Int {
      self.isVertical == nil ? 1 + 4 * item + (isVertical ? 2 : 0) : 1 + 2 * item
    }

    func size(_ item: Int, isVertical: Bool) -> Int { origin(item, isVertical: isVertical) + 1 }

    func terms(of constraint: Constraint) -> [(variable: Int, factor: Double)] {
      // The sum of these terms must be zero for `.equal`. Otherwise, the sum must not be negative.
      let sign: Double = constraint.relation == .atMost ? -1 : 1
      var terms = terms(constraint.item, constraint.attribute, times: sign)
      if let other = constraint.other {
        terms += self.terms(other.item, other.attribute, times: -sign * constraint.multiplier)
      }
      return terms + [(LinearSolver.one, -sign * constraint.constant)]
    }

    private func terms(
      _ item: Int, _ attribute: Attribute, times factor: Double
    ) -> [(variable: Int, factor: Double)] {
      let size = size(item, isVertical: attribute.isVertical)
      guard let share = attribute.shareOfSize else { return [(size, factor)] }
      // The origin of the root is always 0, so it needs no term.
      let start = item == 0 ? [] : [(variable: size - 1, factor: factor)]
      return share == 0 ? start : start + [(size, factor * share)]
    }
  }
}

extension LayoutConstraint.Attribute {
  var isVertical: Bool {
    switch self {
    case .leading, .trailing, .left, .right, .centerX, .width: false
    case .top, .bottom, .centerY, .height: true
    }
  }

  /// Whether the property is an edge or a center, not a size.
  var isPosition: Bool { shareOfSize != nil }

  /// The factor in the formula for a position, origin + factor * size; `nil` for a width or a height.
  fileprivate var shareOfSize: Double? {
    switch self {
    case .leading, .left, .top: 0
    case .centerX, .centerY: 0.5
    case .trailing, .right, .bottom: 1
    case .width, .height: nil
    }
  }
}
