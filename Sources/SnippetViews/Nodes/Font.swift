public import Foundation

/// The size and weight of a font. The theme sets the family.
public struct Font: Sendable, Hashable {
  /// The weight of a font.
  public enum Weight: Int, Sendable {
    /// The weight of ordinary text.
    case regular = 400
    /// A weight between regular and semibold.
    case medium = 550
    /// A weight between medium and bold.
    case semibold = 600
    /// The weight of bold text.
    case bold = 700
  }

  /// The size in CSS pixels.
  public var size: CGFloat
  /// The weight.
  public var weight: Weight

  /// Creates a font. The size is in CSS pixels.
  public init(size: CGFloat, weight: Weight = .regular) {
    self.size = size
    self.weight = weight
  }

  /// Returns a font with a size in CSS pixels. Corresponds to UIKit's `UIFont.systemFont(ofSize:weight:)`.
  public static func systemFont(ofSize size: CGFloat, weight: Weight = .regular) -> Font {
    Font(size: size, weight: weight)
  }

  var style: [String: String] { ["font-size": CSS.pixels(size), "font-weight": String(weight.rawValue)] }
}
