public import Foundation

/// A colour: of the theme, so that it follows light and dark, or a fixed one.
public struct Color: Sendable, Hashable {
  /// As CSS writes it.
  public let css: String

  private init(css: String) { self.css = css }

  /// What is selected or asks to be pressed.
  public static let accent = Color(css: "var(--accent)")
  /// Behind what is selected.
  public static let accentSoft = Color(css: "var(--accent-soft)")
  /// Text.
  public static let ink = Color(css: "var(--ink)")
  /// Text that matters less.
  public static let muted = Color(css: "var(--muted)")
  /// Thin lines between things.
  public static let line = Color(css: "var(--line)")
  /// Behind pages.
  public static let page = Color(css: "var(--page)")
  /// Behind bars.
  public static let bar = Color(css: "var(--bar)")
  /// Behind what lies above the page.
  public static let raised = Color(css: "var(--raised)")
  /// Behind the pointer.
  public static let hover = Color(css: "var(--hover)")
  /// Errors.
  public static let bad = Color(css: "var(--bad)")
  /// Badges.
  public static let badge = Color(css: "var(--badge)")
  /// White.
  public static let white = Color(css: "#fff")
  /// Black.
  public static let black = Color(css: "#000")
  /// Nothing is drawn.
  public static let clear = Color(css: "transparent")
  /// The colour of the text around it.
  public static let current = Color(css: "currentColor")

  /// A fixed colour, each part from 0 to 1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    let parts = [red, green, blue].map { CSS.number(min(max($0.isNaN ? 0 : $0, 0), 1) * 255) }
    css = "rgb(\(parts.joined(separator: " ")) / \(CSS.number(min(max(alpha.isNaN ? 1 : alpha, 0), 1))))"
  }

  /// A variable of the theme, without its hyphens: `Color(variable: "sea")` is `var(--sea)`.
  public init(variable: String) throws(NodeError) {
    guard NodeNames.allows(property: "--" + variable) else { throw .property("--" + variable) }
    css = "var(--\(variable))"
  }

  /// The colour on the way to `other`, from 0, this one, to 1.
  public func mixed(with other: Color, fraction: CGFloat) -> Color {
    if !(fraction > 0) || self == other { return self }
    if fraction >= 1 { return other }
    return Color(css: "color-mix(in srgb, \(other.css) \(CSS.number(Double(fraction) * 100))%, \(css))")
  }

  /// The same colour, seen through: 0 is clear.
  public func withAlphaComponent(_ alpha: CGFloat) -> Color { Color.clear.mixed(with: self, fraction: alpha) }
}

/// Values as CSS writes them.
enum CSS {
  /// At most two digits after the point, so that a thousandth of a pixel makes no patch.
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

  /// Within `calc()`, where 0 needs a unit.
  static func term(_ value: CGFloat) -> String { number(Double(value)) + "px" }

  static func milliseconds(_ seconds: TimeInterval) -> String { number((seconds * 1000).rounded()) + "ms" }
}
