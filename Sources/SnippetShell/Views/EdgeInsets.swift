public import Foundation

/// Room on four sides. `left` is where a line of text begins, also from right to left.
public struct EdgeInsets: Sendable, Hashable {
  /// Above.
  public var top: CGFloat
  /// Before.
  public var left: CGFloat
  /// Below.
  public var bottom: CGFloat
  /// After.
  public var right: CGFloat

  /// None.
  public static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

  /// Room on four sides.
  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  var padding: [String: String] {
    self == .zero
      ? [:]
      : [
        "padding-block": "\(CSS.pixels(top)) \(CSS.pixels(bottom))",
        "padding-inline": "\(CSS.pixels(left)) \(CSS.pixels(right))",
      ]
  }
}
