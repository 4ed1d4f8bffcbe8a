public import Foundation

/// A color, which is either a theme color that follows light and dark mode, or a fixed color.
public struct Color: Sendable, Hashable {
  /// The color as a CSS value.
  public let css: String

  private init(css: String) { self.css = css }

  /// The theme's color for selected items and for buttons that suggest an action.
  public static let accent = Color(css: "var(--accent)")
  /// The theme's background color for selected items.
  public static let accentSoft = Color(css: "var(--accent-soft)")
  /// The theme's color for text.
  public static let ink = Color(css: "var(--ink)")
  /// The theme's color for less important text.
  public static let muted = Color(css: "var(--muted)")
  /// The theme's color for thin separator lines.
  public static let line = Color(css: "var(--line)")
  /// The theme's background color for pages.
  public static let page = Color(css: "var(--page)")
  /// The theme's background color for bars.
  public static let bar = Color(css: "var(--bar)")
  /// The theme's background color for parts above the page, such as dialogs.
  public static let raised = Color(css: "var(--raised)")
  /// The theme's background color for the element under the pointer.
  public static let hover = Color(css: "var(--hover)")
  /// The theme's color for errors.
  public static let bad = Color(css: "var(--bad)")
  /// The theme's color for badges.
  public static let badge = Color(css: "var(--badge)")
  /// White.
  public static let white = Color(css: "#fff")
  /// Black.
  public static let black = Color(css: "#000")
  /// The fully transparent color.
  public static let clear = Color(css: "transparent")
  /// The color of the surrounding text.
  public static let current = Color(css: "currentColor")

  /// Creates a fixed color. Each component is from 0 to 1. Out-of-range values are clamped.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    let parts = [red, green, blue].map { CSS.number(min(max($0.isNaN ? 0 : $0, 0), 1) * 255) }
    css = "rgb(\(parts.joined(separator: " ")) / \(CSS.number(min(max(alpha.isNaN ? 1 : alpha, 0), 1))))"
  }

  /// Creates a color from a CSS variable of the theme. For example, `Color(variable: "sea")` is `var(--sea)`. Throws if
  /// the name cannot be a CSS variable.
  public init(variable: String) throws(NodeError) {
    guard NodeNames.allows(property: "--" + variable) else { throw .property("--" + variable) }
    css = "var(--\(variable))"
  }

  /// Returns a mixture of this color and `other`. The fraction is from 0 (this color) to 1 (`other`).
  public func mixed(with other: Color, fraction: CGFloat) -> Color {
    if !(fraction > 0) || self == other { return self }
    if fraction >= 1 { return other }
    return Color(css: "color-mix(in srgb, \(other.css) \(CSS.number(Double(fraction) * 100))%, \(css))")
  }

  /// Returns the color with an opacity from 0 (transparent) to 1.
  public func withAlphaComponent(_ alpha: CGFloat) -> Color { Color.clear.mixed(with: self, fraction: alpha) }
}

/// Functions that format numbers and lengths as CSS.
enum CSS {
  /// Returns a number with at most two decimals, so that tiny differences in pixels cause no patch.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let hundredths = (value * 100).rounded()
    guard hundredths.magnitude < 1e15 else { return "0" }
    let whole = Int64(hundredths)
    if whole % 100 == 0 { return String(whole / 100) }
    let sign = whole < 0 ? "-" : ""
    let fraction = whole.magnitude % 100
    let digits = fraction % 10 == 0 ? "\(fraction / 10)" : fraction < 10 ? "0\(fraction)" : "\(fraction)"
    return "\(sign)\(whole.magnitude / 100).\(digits)"
  }

  static func pixels(_ value: CGFloat) -> String { value == 0 ? "0" : number(Double(value)) + "px" }

  /// Returns a length for use in `calc()`, where even 0 needs a unit.
  static func term(_ value: CGFloat) -> String { number(Double(value)) + "px" }

  static func milliseconds(_ seconds: TimeInterval) -> String { number((seconds * 1000).rounded()) + "ms" }
}
