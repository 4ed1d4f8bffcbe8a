public import Foundation

// Each indicator in this module is a single element that the style sheet draws. The element's own style contains only
// differences from the style sheet.

/// A line. Corresponds to Tabman's `TMLineBarIndicator`.
open class LineBarIndicator: BarIndicator {
  /// The thickness of the line.
  public enum Weight: Sendable, Hashable {
    /// 2 pixels.
    case light
    /// 4 pixels.
    case medium
    /// 8 pixels.
    case heavy
    /// A custom thickness, in pixels.
    case custom(value: CGFloat)

    var value: CGFloat {
      switch self {
      case .light: 2
      case .medium: 4
      case .heavy: 8
      case .custom(let value): value
      }
    }
  }

  /// The thickness of the line; 4 pixels by default.
  open var weight: Weight = .medium { didSet { setNeedsDisplay() } }
  /// The shape of the line's corners; square by default.
  open var cornerStyle: CornerStyle = .square { didSet { setNeedsDisplay() } }

  /// Returns a line.
  open override func element(containing children: [Node]) -> Node {
    super.element(containing: children).class("line").with {
      if weight != .medium { $0.style["height"] = CSS.pixels(max(weight.value, 0)) }
      switch cornerStyle {
      case .square: break
      case .rounded:
        let radius = CSS.pixels(max(weight.value, 0) / 2)
        $0.style["border-radius"] = "\(radius) \(radius) 0 0"
      case .eliptical: $0.style["border-radius"] = CSS.pixels(max(weight.value, 0) / 2)
      }
      if let tintColor { $0.style["background"] = tintColor.css }
    }
  }
}

/// A translucent block behind the button. Corresponds to Tabman's `TMBlockBarIndicator`.
open class BlockBarIndicator: BarIndicator {
  /// The shape of the block's corners; square by default.
  open var cornerStyle: CornerStyle = .square { didSet { setNeedsDisplay() } }

  /// The display mode, which is always ``DisplayMode/fill``.
  open override var displayMode: DisplayMode { .fill }

  /// Returns a block.
  open override func element(containing children: [Node]) -> Node {
    super.element(containing: children).class("block").with {
      switch cornerStyle {
      case .square: break
      case .rounded: $0.style["border-radius"] = "9px"
      case .eliptical: $0.style["border-radius"] = "99px"
      }
      if let tintColor { $0.style["background"] = tintColor.withAlphaComponent(0.25).css }
    }
  }
}

/// A dot below the button. Corresponds to Tabman's `TMDotBarIndicator`.
open class DotBarIndicator: BarIndicator {
  /// The diameter of the dot; 8 pixels by default.
  open var size: Size = .medium { didSet { setNeedsDisplay() } }

  /// Returns a dot.
  open override func element(containing children: [Node]) -> Node {
    let sizes = (CGSize(width: 6, height: 6), CGSize(width: 8, height: 8), CGSize(width: 12, height: 12))
    return super.element(containing: children).class("dot").with { $0.setMark(size, of: sizes, tintColor) }
  }
}

/// A small triangle below the button. Corresponds to Tabman's `TMChevronBarIndicator`.
open class ChevronBarIndicator: BarIndicator {
  /// The size of the triangle; 14 × 12 pixels by default.
  open var size: Size = .medium { didSet { setNeedsDisplay() } }

  /// Returns a triangle.
  open override func element(containing children: [Node]) -> Node {
    let sizes = (CGSize(width: 10, height: 8), CGSize(width: 14, height: 12), CGSize(width: 20, height: 16))
    return super.element(containing: children).class("chevron").with { $0.setMark(size, of: sizes, tintColor) }
  }
}

extension Node {
  /// Sets the size and color of the shape that `::after` draws. The medium size is the default in the style sheet.
  fileprivate mutating func setMark(
    _ size: BarIndicator.Size, of sizes: (small: CGSize, medium: CGSize, large: CGSize), _ tint: Color?
  ) {
    style["--tint"] = tint?.css
    let value =
      switch size {
      case .small: sizes.small
      case .medium: sizes.medium
      case .large: sizes.large
      case .custom(let size): size
      }
    guard value != sizes.medium else { return }
    style["--mark-width"] = CSS.pixels(max(value.width, 0))
    style["--mark-height"] = CSS.pixels(max(value.height, 0))
  }
}
