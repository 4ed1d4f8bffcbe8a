import Foundation

/// A small number or word on a button: Tabman's `TMBadgeView`. Without a value it is there, but not seen.
open class BadgeView: View {
  /// What it says; nil hides it, "" shows it empty.
  open var value: String? { didSet { if value != oldValue { setNeedsDisplay() } } }
  /// The letters.
  open var font = Font(size: 11, weight: .bold) { didSet { setNeedsDisplay() } }
  /// The letters' colour.
  open var textColor: Color = .white { didSet { setNeedsDisplay() } }
  /// Room around the letters.
  open var contentInset = BadgeView.usualInset { didSet { setNeedsDisplay() } }

  private static let usualInset = EdgeInsets(top: 2, left: 4, bottom: 2, right: 4)

  /// A pill, at least as wide as high, in its tint colour.
  open override func element(containing children: [Node]) -> Node {
    Node.text(value ?? "").class("badge").hidden(value == nil).with {
      if font != Font(size: 11, weight: .bold) { $0.style.merge(font.style) { $1 } }
      $0.style["color"] = textColor == .white ? nil : textColor.css
      if contentInset != Self.usualInset { $0.style.merge(contentInset.padding) { $1 } }
    }
  }

  /// The tint is the pill's colour, not the letters'.
  open override var tintColor: Color! {
    get { nil }
    set { backgroundColor = newValue }
  }
}
