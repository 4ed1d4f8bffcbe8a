import Foundation

/// The constraints of a group of rects, and their solution.
///
/// An item is the index of a rect. Item 0 is the root, which contains all other rects. Its origin is (0, 0). x grows in
/// the writing direction. All lengths are CSS pixels.
struct ConstraintSystem: Hashable {
  /// A property of a rect.
  enum Attribute: Hashable { case leading, trailing, centerX, width, top, bottom, centerY, height }

  /// The second item and attribute of a constraint.
  struct Other: Hashable {
    let item: Int
    let attribute: Attribute

    init(_ item: Int, _ attribute: Attribute) { (self.item, self.attribute) = (item, attribute) }
  }

  /// A constraint: the attribute of an item is equal to, at least, or at most another attribute times `multiplier` plus
  /// `constant`.
  struct Constraint: Hashable {
    var item: Int
    var attribute: Attribute
    var relation: LayoutConstraint.Relation = .equal
    /// The second item and attribute; `nil` if the first attribute is related only to `constant`.
    var other: Other?
    var multiplier: Double = 1
    var constant: Double = 0
    var priority: LayoutPriority = .required
  }

  /// The solution of a system.
  struct Solution {
    /// The rects by item, with the origin of the root at (0, 0).
    var rects: [CGRect]
    /// The indices of the constraints that do not hold, because they contradict others with a higher or the same
    /// priority.
    var violated: [Int]
  }

  private(set) var constraints: [Constraint] = []
  private var fixed: [Constraint] = []
  /// The sizes of the items' contents; `nil` for an item without content.
  private var natural: [CGSize?] = [nil]
  private var count: Int { natural.count }
  /// The size of the root; `nil` to compute the smallest one.
  var rootSize: CGSize?

  /// Adds a rect and returns its item.
  /// - Parameter size: the size of the rect's content, which the rect gets unless constraints contradict it; `nil` if
  ///   it has no content.
  mutating func addItem(naturalSize size: CGSize? = nil) -> Int {
    natural.append(size)
    return count - 1
  }

  /// Adds a constraint and returns its index.
  @discardableResult
  mutating func add(_ constraint: Constraint) -> Int {
    constraints.append(constraint)
    return constraints.count - 1
  }

  /// Sets an attribute of an item to a value. Such values take precedence over all constraints.
  mutating func fix(_ item: Int, _ attribute: Attribute, at value: Double) {
    fixed.append(Constraint(item: item, attribute: attribute, constant: value))
  }

  /// Returns the rects that meet the constraints.
  ///
  /// Constraints with a higher priority are met first, and those with the same priority in the order in which they were
  /// added. The sizes of contents are constraints with ``LayoutPriority/defaultHigh`` (minimum) and
  /// ``LayoutPriority/defaultLow`` (maximum). The smallest size of the root has ``LayoutPriority/fittingSizeLevel``.
  func solve() -> Solution {
    var solution = Solution(rects: Array(repeating: .zero, count: count), violated: [])
    let isMixed = constraints.contains { constraint in
      constraint.other.map { $0.attribute.isVertical != constraint.attribute.isVertical } ?? false
    }
    for axis in isMixed ? [nil] : [false, true] as [Bool?] { solve(axis, &solution) }
    solution.violated.sort()
    return solution
  }

  /// A constraint for the solver. The index is that in `constraints`, or `nil` for a size or a fixed value.
  private typealias Entry = (index: Int?, constraint: Constraint)

  private func solve(_ isVertical: Bool?, _ solution: inout Solution) {
    let entries =
      (rootEntries + fixed.map { (nil, $0) } + constraints.enumerated().map { ($0.offset, $0.element) } + naturalEntries)
      .filter { isVertical == nil || $0.constraint.attribute.isVertical == isVertical }
    let layout = Variables(count: count, isVertical: isVertical)
    var solver = LinearSolver(mayBeNegative: layout.mayBeNegative, constraints: entries.count)
    // The comparison of the indices makes the sort stable.
    let order = entries.indices.sorted { one, other in
      let (first, second) = (entries[one].constraint.priority, entries[other].constraint.priority)
      return first == second ? one < other : first > second
    }
    for place in order {
      let (index, constraint) = entries[place]
      let holds = solver.add(
        layout.terms(of: constraint), constraint.relation == .equal ? .isZero : .isNotNegative,
        isRequired: constraint.priority == .required)
      if !holds, let index { solution.violated.append(index) }
    }
    for item in 0..<count {
      if isVertical != true {
        solution.rects[item].origin.x = item == 0 ? 0 : solver.value(layout.origin(item, isVertical: false))
        solution.rects[item].size.width = solver.value(layout.size(item, isVertical: false))
      }
      if isVertical != false {
        solution.rects[item].origin.y = item == 0 ? 0 : solver.value(layout.origin(item, isVertical: true))
        solution.rects[item].size.height = solver.value(layout.size(item, isVertical: true))
      }
    }
  }

  /// The constraints that give the root its size, or make it as small as possible.
  private var rootEntries: [Entry] {
    [Attribute.width, .height].map { attribute in
      let length = rootSize.map { attribute == .width ? $0.width : $0.height }
      let priority: LayoutPriority = length == nil ? .fittingSizeLevel : .required
      return (nil, Constraint(item: 0, attribute: attribute, constant: Double(length ?? 0), priority: priority))
    }
  }

  /// The constraints that give rects the sizes of their contents.
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

  /// The variables of the solver: two for each axis of each rect, its origin and its size.
  private struct Variables {
    let count: Int
    /// The axis that is solved; `nil` for both at once.
    let isVertical: Bool?

    /// Indicates whether the value of each variable may be negative: an origin may, a size may not.
    var mayBeNegative: [Bool] { (0..<count * (isVertical == nil ? 4 : 2)).map { $0.isMultiple(of: 2) } }

    func origin(_ item: Int, isVertical: Bool) -> Int {
      self.isVertical == nil ? 1 + 4 * item + (isVertical ? 2 : 0) : 1 + 2 * item
    }

    func size(_ item: Int, isVertical: Bool) -> Int { origin(item, isVertical: isVertical) + 1 }

    func terms(of constraint: Constraint) -> [(variable: Int, factor: Double)] {
      // The sum of these terms must be zero for `.equal`. Otherwise it must not be negative.
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
      // The origin of the root is 0.
      let start = item == 0 ? [] : [(variable: size - 1, factor: factor)]
      return share == 0 ? start : start + [(size, factor * share)]
    }
  }
}

extension ConstraintSystem.Attribute {
  var isVertical: Bool {
    switch self {
    case .leading, .trailing, .centerX, .width: false
    case .top, .bottom, .centerY, .height: true
    }
  }

  /// The factor in the formula of a position, origin + factor * size; `nil` for a width or a height.
  fileprivate var shareOfSize: Double? {
    switch self {
    case .leading, .top: 0
    case .centerX, .centerY: 0.5
    case .trailing, .bottom: 1
    case .width, .height: nil
    }
  }
}
