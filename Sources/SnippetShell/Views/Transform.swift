public import Foundation

/// How a view is moved and scaled after it was laid out: what bars need of `CGAffineTransform`.
public struct Transform: Sendable, Hashable {
  /// Wider by.
  public var scaleX: CGFloat
  /// Higher by.
  public var scaleY: CGFloat
  /// To the right by.
  public var translationX: CGFloat
  /// Down by.
  public var translationY: CGFloat

  /// As it is.
  public static let identity = Transform(scaleX: 1, y: 1)

  /// Scaled around its middle.
  public init(scaleX: CGFloat, y: CGFloat) { self.init(scaleX, y, 0, 0) }

  /// Moved.
  public init(translationX: CGFloat, y: CGFloat) { self.init(1, 1, translationX, y) }

  private init(_ scaleX: CGFloat, _ scaleY: CGFloat, _ translationX: CGFloat, _ translationY: CGFloat) {
    self.scaleX = scaleX
    self.scaleY = scaleY
    self.translationX = translationX
    self.translationY = translationY
  }

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
