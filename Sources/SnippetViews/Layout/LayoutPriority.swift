/// The priority of a constraint, from 1 to 1,000. Corresponds to `UILayoutPriority`.
public struct LayoutPriority: RawRepresentable, Sendable, Hashable, Comparable {
  /// The priority as a number.
  public let rawValue: Float

  /// Creates a priority. The number is clamped to 1 to 1,000.
  public init(rawValue: Float) { self.rawValue = rawValue.isNaN ? 1 : min(max(rawValue, 1), 1000) }

  /// Creates a priority. The number is clamped to 1 to 1,000.
  public init(_ rawValue: Float) { self.init(rawValue: rawValue) }

  /// The priority of a constraint that must be satisfied. If such a constraint contradicts an earlier required
  /// constraint, it is dropped and logged.
  public static let required = LayoutPriority(1000)
  /// The priority with which a view resists being smaller than its content: 750.
  public static let defaultHigh = LayoutPriority(750)
  /// The priority with which a view resists being larger than its content: 250.
  public static let defaultLow = LayoutPriority(250)
  /// The priority with which a view shrinks to the smallest size that fits its subviews: 50.
  public static let fittingSizeLevel = LayoutPriority(50)

  /// Returns `true` if `lhs` is lower than `rhs`.
  public static func < (lhs: LayoutPriority, rhs: LayoutPriority) -> Bool { lhs.rawValue < rhs.rawValue }
}
