public import Foundation

/// The space on four sides, in CSS pixels. `left` is the side where a line of text begins, so in right-to-left text it
/// is the right side.
public struct EdgeInsets: Sendable, Hashable {
  /// The space above the content.
  public var top: CGFloat
  /// The space before the start of a line.
  public var left: CGFloat
  /// The space below the content.
  public var bottom: CGFloat
  /// The space after the end of a line.
  public var right: CGFloat

  /// The insets without any space.
  public static let zero = EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

  /// Creates insets from the space on each side.
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
