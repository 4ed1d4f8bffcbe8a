import Foundation

/// A badge, which is a small number or word on a button. Corresponds to Tabman's `TMBadgeView`. Hidden if ``value`` is
/// `nil`.
open class BadgeView: View {
  /// The text; "" shows an empty badge, `nil` hides the badge.
  open var value: String? { didSet { if value != oldValue { setNeedsDisplay() } } }
  /// The font of the text.
  open var font = Font(size: 11, weight: .bold) { didSet { setNeedsDisplay() } }
  /// The color of the text.
  open var textColor: Color = .white { didSet { setNeedsDisplay() } }
  /// The space around the text.
  open var contentInset = BadgeView.usualInset { didSet { setNeedsDisplay() } }

  private static let usualInset = EdgeInsets(top: 2, left: 4, bottom: 2, right: 4)

  /// Returns a rounded element that is at least as wide as it is tall.
  open override func element(containing children: [Node]) -> Node {
    Node.text(value ?? "").class("badge").hidden(value == nil).with {
      if font != Font(size: 11, weight: .bold) { $0.style.merge(font.style) { $1 } }
      $0.style["color"] = textColor == .white ? nil : textColor.css
      if contentInset != Self.usualInset { $0.style.merge(contentInset.padding) { $1 } }
    }
  }

  /// The background color of the badge. Write-only: the getter returns `nil`, so that the text is not tinted.
  open override var tintColor: Color! {
    get { nil }
    set { backgroundColor = newValue }
  }
}
