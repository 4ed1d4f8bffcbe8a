public import Foundation

/// Buttons beside each other: Tabman's `TMHorizontalBarLayout`.
open class HorizontalBarLayout: BarLayout {
  /// Room between buttons.
  open var interButtonSpacing: CGFloat = 16 { didSet { view.setNeedsDisplay() } }
  /// Whether there are lines between buttons.
  open var showSeparators = false { didSet { view.setNeedsDisplay() } }
  /// The lines' colour.
  open var separatorColor: Color = .line { didSet { view.setNeedsDisplay() } }
  /// The room around the lines; above and below count.
  open var separatorInset = EdgeInsets(top: 8, left: 0, bottom: 8, right: 0) { didSet { view.setNeedsDisplay() } }
  /// The lines' width.
  open var separatorWidth: CGFloat = 1 { didSet { view.setNeedsDisplay() } }

  private var buttons: [BarButton] = []

  /// Puts the buttons beside each other.
  open override func insert(buttons new: [BarButton], at index: Int) {
    for (offset, button) in new.enumerated() {
      buttons.insert(button, at: index + offset)
      view.insertSubview(button, at: index + offset)
    }
  }

  /// Takes them out.
  open override func remove(buttons old: [BarButton]) {
    for button in old {
      buttons.removeAll { $0 === button }
      button.removeFromSuperview()
    }
  }

  /// Between two buttons.
  open override func focusArea(for position: CGFloat, capacity: Int) -> CGRect {
    Self.area(at: position, between: buttons, height: view.bounds.size.height)
  }

  override func decorate(_ node: inout Node) {
    super.decorate(&node)
    // Equal buttons touch each other: what is between them is in them.
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

/// Buttons beside each other, a certain number of them as wide as the bar: Tabman's `TMConstrainedHorizontalBarLayout`.
open class ConstrainedHorizontalBarLayout: HorizontalBarLayout {
  /// How many buttons are seen at once, if there are as many. At least one.
  open var visibleButtonCount = 5 { didSet { view.setNeedsDisplay() } }

  /// Always as the number says.
  public final override var contentMode: ContentMode {
    get { .fit }
    set {}
  }

  /// Always nothing.
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
