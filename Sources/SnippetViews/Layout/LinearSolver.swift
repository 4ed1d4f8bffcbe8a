/// A solver for linear constraints, which are added in order of descending priority.
///
/// A new constraint never changes whether earlier constraints are satisfied. If the new constraint is compatible with
/// the earlier ones, it is satisfied from then on. Otherwise, a required constraint is rejected, and any other
/// constraint is violated as little as possible.
///
/// The algorithm is an incremental simplex method, as in Cassowary (Badros, Borning, Stuckey 2001). Each variable is
/// either a column, whose value is 0, or a row, whose value is a weighted sum of columns plus a constant. A free
/// variable is one that may be negative. The rows of all other variables contain no columns of free variables, so that
/// a constraint on such a column needs a single substitution.
struct LinearSolver {
  private enum Role {
    case column
    case row
    /// The value is always 0.
    case fixed
    /// The variable whose value is always 1. Its column contains the constants of the rows.
    case one
  }

  /// The index of the variable whose value is 1. The indices of all other variables start at 1.
  static let one = 0

  private var roles: [Role]
  /// Whether the value of each variable may be negative.
  private var isFree: [Bool]
  /// The row of each variable, which contains a factor for each column. Empty for variables that are not rows.
  private var rows: [[Double]]
  private let width: Int
  private static let tolerance = 1e-7

  /// Creates a solver without constraints.
  /// - Parameters:
  ///   - mayBeNegative: whether the value of a variable may be negative, for each variable in order.
  ///   - limit: the maximum number of constraints.
  init(mayBeNegative: [Bool], constraints limit: Int) {
    width = 1 + mayBeNegative.count + limit
    roles = [.one] + Array(repeating: .column, count: mayBeNegative.count)
    isFree = [false] + mayBeNegative
    rows = Array(repeating: [], count: roles.count)
  }

  /// Returns the value of a variable, which is 0 if no constraint determines it.
  func value(_ variable: Int) -> Double { roles[variable] == .row ? rows[variable][Self.one] : 0 }

  /// Adds a constraint on a weighted sum of variables. Returns `true` if the constraint is satisfied.
  /// - Parameter isEquation: whether the sum must be 0. Otherwise, the sum must not be negative.
  mutating func add(_ terms: [(variable: Int, factor: Double)], isEquation: Bool, isRequired: Bool) -> Bool {
    precondition(roles.count < width, "There are more constraints than the solver was created for.")
    var row = reduced(terms)
    if let free = firstColumn(of: row, where: { $0.magnitude > Self.tolerance }, onlyFree: true) {
      if !isEquation { row[newVariable()] = -1 }
      solve(row, for: free)
      return true
    }
    if isEquation, row[Self.one] > 0 {
      for index in roles.indices { row[index] = -row[index] }
    }
    return raise(row, isEquation: isEquation, isRequired: isRequired)
  }

  /// Returns a weighted sum of variables as a weighted sum of columns, by substituting the rows.
  private func reduced(_ terms: [(variable: Int, factor: Double)]) -> [Double] {
    var row = [Double](repeating: 0, count: width)
    for (variable, factor) in terms {
      switch roles[variable] {
      case .column, .one: row[variable] += factor
      case .row: Self.add(rows[variable], times: factor, to: &row, roles.count)
      case .fixed: break
      }
    }
    for index in roles.indices.dropFirst() where row[index].magnitude < Self.tolerance { row[index] = 0 }
    return row
  }

  private func firstColumn(of row: [Double], where isWanted: (Double) -> Bool, onlyFree: Bool = false) -> Int? {
    roles.indices.first { roles[$0] == .column && (!onlyFree || isFree[$0]) && isWanted(row[$0]) }
  }

  private mutating func newVariable() -> Int {
    roles.append(.column)
    isFree.append(false)
    rows.append([])
    return roles.count - 1
  }

  private static func add(_ other: [Double], times factor: Double, to row: inout [Double], _ count: Int) {
    other.withUnsafeBufferPointer { other in
      row.withUnsafeMutableBufferPointer { row in
        for index in 0..<count { row[index] += other[index] * factor }
      }
    }
  }

  /// Solves the equation `row` = 0 for a column, which becomes a row.
  private mutating func solve(_ row: [Double], for column: Int) {
    var solved = row
    let factor = -1 / row[column]
    solved[column] = 0
    for index in roles.indices { solved[index] *= factor }
    for index in roles.indices where roles[index] == .row {
      let factor = rows[index][column]
      guard factor != 0 else { continue }
      rows[index][column] = 0
      Self.add(solved, times: factor, to: &rows[index], roles.count)
    }
    roles[column] = .row
    rows[column] = solved
  }

  /// Raises a negative sum of columns to 0, or as far as the other rows allow, and fixes the sum at this value. If the
  /// sum stays negative, returns `false`. A required constraint is then rejected instead of fixed.
  private mutating func raise(_ sum: [Double], isEquation: Bool, isRequired: Bool) -> Bool {
    var sum = sum
    // Choosing the column with the lowest index (Bland's rule) prevents cycles. The number of steps is limited, because
    // rounding errors could still cause cycles.
    var steps = 8 * width
    while sum[Self.one] < -Self.tolerance, steps > 0,
      let entering = firstColumn(of: sum, where: { $0 > Self.tolerance })
    {
      steps -= 1
      guard let leaving = rowThatLimits(entering, to: -sum[Self.one] / sum[entering]) else {
        if !isEquation { sum[newVariable()] = -1 }
        solve(sum, for: entering)
        return true
      }
      exchange(leaving, entering, &sum)
    }
    guard sum[Self.one] < -Self.tolerance else {
      hold(sum, isEquation: isEquation)
      return true
    }
    if !isRequired { fixColumns(of: sum) }
    return false
  }

  /// Returns the row that reaches 0 first while the value of a column rises to `limit`, or `nil` if no row reaches 0.
  private func rowThatLimits(_ column: Int, to limit: Double) -> Int? {
    var step = limit
    var result: Int?
    for index in roles.indices where roles[index] == .row && !isFree[index] {
      let factor = rows[index][column]
      guard factor < -Self.tolerance else { continue }
      let own = -rows[index][Self.one] / factor
      if own < step { (step, result) = (own, index) }
    }
    return result
  }

  /// Exchanges a row and a column, in all rows and in `sum`.
  private mutating func exchange(_ leaving: Int, _ entering: Int, _ sum: inout [Double]) {
    var row = rows[leaving]
    row[leaving] = -1
    rows[leaving] = []
    roles[leaving] = .column
    solve(row, for: entering)
    let share = sum[entering]
    sum[entering] = 0
    Self.add(rows[entering], times: share, to: &sum, roles.count)
  }

  /// Ensures that later constraints cannot violate a condition that a sum already meets.
  private mutating func hold(_ sum: [Double], isEquation: Bool) {
    var sum = sum
    if isEquation {
      guard let column = firstColumn(of: sum, where: { $0.magnitude > Self.tolerance }) else { return }
      sum[Self.one] = 0
      solve(sum, for: column)
    } else {
      let slack = newVariable()
      roles[slack] = .row
      sum[Self.one] = max(sum[Self.one], 0)
      rows[slack] = sum
    }
  }

  /// Fixes the value of a sum that cannot be raised, by fixing its columns at 0.
  private mutating func fixColumns(of sum: [Double]) {
    for column in roles.indices where roles[column] == .column && sum[column].magnitude > Self.tolerance {
      roles[column] = .fixed
      for index in roles.indices where roles[index] == .row { rows[index][column] = 0 }
    }
  }
}
