public import Foundation

/// The translation and scale that are applied to a view after its layout. Supports the parts of `CGAffineTransform`
/// that bars need.
public struct Transform: Sendable, Hashable {
  /// The horizontal scale factor.
  public var scaleX: CGFloat = 1
  /// The vertical scale factor.
  public var scaleY: CGFloat = 1
  /// The translation to the right, in CSS pixels.
  public var translationX: CGFloat = 0
  /// The downward translation, in CSS pixels.
  public var translationY: CGFloat = 0

  /// The transform that changes nothing.
  public static let identity = Transform(scaleX: 1, y: 1)

  /// Creates a transform that scales a view around its center.
  public init(scaleX: CGFloat, y: CGFloat) { (self.scaleX, scaleY) = (scaleX, y) }

  /// Creates a transform that moves a view.
  public init(translationX: CGFloat, y: CGFloat) { (self.translationX, translationY) = (translationX, y) }

  var css: String? {
    if self == .identity { return nil }
    var parts: [String] = []
    if translationX != 0 || translationY != 0 {
      parts.append("translate(\(CSS.pixels(translationX)), \(CSS.pixels(translationY)))")
    }
    if scaleX != 1 || scaleY != 1 {
      parts.append("scale(\(CSS.number(Double(scaleX))), \(CSS.number(Double(scaleY))))")
    }
    return parts.joined(separator: " ")
  }
}
