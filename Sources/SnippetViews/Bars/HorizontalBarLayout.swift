public import Foundation

/// A layout that arranges the buttons in a row. Corresponds to Tabman's `TMHorizontalBarLayout`.
open class HorizontalBarLayout: BarLayout {
  /// The space between buttons, in CSS pixels. Used only with ``BarLayout/ContentMode/intrinsic``.
  open var interButtonSpacing: CGFloat = 16 { didSet { view.setNeedsDisplay() } }
  /// Whether there are lines between buttons.
  open var showSeparators = false { didSet { view.setNeedsDisplay() } }
  /// The color of the lines.
  open var separatorColor: Color = .line { didSet { view.setNeedsDisplay() } }
  /// The space above and below the lines; 4 pixels by default. The left and right insets are ignored.
  open var separatorInset = EdgeInsets(top: 4, left: 0, bottom: 4, right: 0) { didSet { view.setNeedsDisplay() } }
  /// The width of the lines, in CSS pixels.
  open var separatorWidth: CGFloat = 1 { didSet { view.setNeedsDisplay() } }

  private var buttons: [BarButton] = []

  /// Inserts buttons into the row.
  open override func insert(buttons new: [BarButton], at index: Int) {
    for (offset, button) in new.enumerated() {
      buttons.insert(button, at: index + offset)
      view.insertSubview(button, at: index + offset)
    }
  }

  /// Removes buttons from the row.
  open override func remove(buttons old: [BarButton]) {
    for button in old {
      buttons.removeAll { $0 === button }
      button.removeFromSuperview()
    }
  }

  /// Returns the area for a position, interpolated from the rects of two buttons.
  open override func focusArea(for position: CGFloat, capacity: Int) -> CGRect {
    Self.area(at: position, between: buttons, height: view.bounds.size.height)
  }

  override func decorate(_ node: inout Node) {
    super.decorate(&node)
    // Buttons of the same width touch each other, without spacing.
    if contentMode == .intrinsic {
      node.add("scroll")
      if interButtonSpacing != 16 { node.style["gap"] = CSS.pixels(interButtonSpacing) }
    }
    guard showSeparators else { return }
    node.add("separated")
    node.style["--separator"] = separatorColor.css
    node.style["--separator-width"] = CSS.pixels(separatorWidth)
    node.style["--separator-inset"] = "\(CSS.pixels(separatorInset.top)) \(CSS.pixels(separatorInset.bottom))"
  }
}

/// A layout that arranges the buttons in a row, with a maximum number of buttons visible at once. Corresponds to
/// Tabman's `TMConstrainedHorizontalBarLayout`.
open class ConstrainedHorizontalBarLayout: HorizontalBarLayout {
  /// The maximum number of buttons that are visible at once; 5 by default, at least 1.
  open var visibleButtonCount = 5 { didSet { view.setNeedsDisplay() } }

  /// The content mode, which is always ``BarLayout/ContentMode/fit``. Setting it has no effect.
  public final override var contentMode: ContentMode {
    get { .fit }
    set {}
  }

  /// The space between buttons, which is always 0. Setting it has no effect.
  public final override var interButtonSpacing: CGFloat {
    get { 0 }
    set {}
  }

  override func decorate(_ node: inout Node) {
    super.decorate(&node)
    node.classes = node.classes.map { $0 == "fit" ? "constrained" : $0 }
    let visible = max(visibleButtonCount, 1)
    guard view.subviews.count > visible else { return }
    node.add("overflowing")
    node.style["--visible"] = String(visible)
  }
}
