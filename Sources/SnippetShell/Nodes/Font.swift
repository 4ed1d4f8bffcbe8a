public import Foundation

/// The size and weight of letters. The family is the theme's.
public struct Font: Sendable, Hashable {
  /// How bold.
  public enum Weight: Int, Sendable {
    /// As text.
    case regular = 400
    /// A little bolder.
    case medium = 550
    /// Half bold.
    case semibold = 600
    /// Bold.
    case bold = 700
  }

  /// The size in CSS pixels.
  public var size: CGFloat
  /// How bold.
  public var weight: Weight

  /// Letters of a size.
  public init(size: CGFloat, weight: Weight = .regular) {
    self.size = size
    self.weight = weight
  }

  /// Letters of a size, by the name that UIKit has for it.
  public static func systemFont(ofSize size: CGFloat, weight: Weight = .regular) -> Font {
    Font(size: size, weight: weight)
  }

  var style: [String: String] { ["font-size": CSS.pixels(size), "font-weight": String(weight.rawValue)] }
}
