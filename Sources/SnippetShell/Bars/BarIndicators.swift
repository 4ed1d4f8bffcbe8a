public import Foundation

// The indicators of this module are one element each, which the style sheet draws. What differs from the style sheet is
// said in the element's style.

/// A line: Tabman's `TMLineBarIndicator`.
open class LineBarIndicator: BarIndicator {
  /// How thick the line is.
  public enum Weight: Sendable, Hashable {
    /// 2 pixels.
    case light
    /// 4 pixels.
    case medium
    /// 8 pixels.
    case heavy
    /// Another thickness.
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

  /// The line's corners.
  public enum CornerStyle: Sendable, Hashable {
    /// None rounded.
    case square
    /// Rounded.
    case rounded
    /// Half circles. Tabman's spelling.
    case eliptical
  }

  /// How thick the line is.
  open var weight: Weight = .custom(value: 3) { didSet { setNeedsDisplay() } }
  /// The line's corners.
  open var cornerStyle: CornerStyle = .rounded { didSet { setNeedsDisplay() } }

  /// Below the buttons.
  open override var displayMode: DisplayMode { .bottom }

  /// A line.
  open override func element(containing children: [Node]) -> Node {
    super.element(containing: children).class("line").with {
      if weight != .custom(value: 3) { $0.style["height"] = CSS.pixels(max(weight.value, 0)) }
      switch cornerStyle {
      case .square: $0.style["border-radius"] = "0"
      case .rounded: break
      case .eliptical: $0.style["border-radius"] = CSS.pixels(max(weight.value, 0) / 2)
      }
      if let tintColor { $0.style["background"] = tintColor.css }
    }
  }
}

/// A soft block behind the button: Tabman's `TMBlockBarIndicator`.
open class BlockBarIndicator: BarIndicator {
  /// The block's corners.
  public enum CornerStyle: Sendable, Hashable {
    /// None rounded.
    case square
    /// Rounded.
    case rounded
    /// Half circles. Tabman's spelling.
    case eliptical
  }

  /// The block's corners.
  open var cornerStyle: CornerStyle = .rounded { didSet { setNeedsDisplay() } }

  /// Behind the buttons.
  open override var displayMode: DisplayMode { .fill }

  /// A block.
  open override func element(containing children: [Node]) -> Node {
    super.element(containing: children).class("block").with {
      switch cornerStyle {
      case .square: $0.style["border-radius"] = "0"
      case .rounded: break
      case .eliptical: $0.style["border-radius"] = "99px"
      }
      if let tintColor { $0.style["background"] = tintColor.withAlphaComponent(0.25).css }
    }
  }
}

/// A dot below the button: Tabman's `TMDotBarIndicator`.
open class DotBarIndicator: BarIndicator {
  /// How large the dot is.
  public enum Size: Sendable, Hashable {
    /// 6 pixels.
    case small
    /// 8 pixels.
    case medium
    /// 12 pixels.
    case large
    /// Another size.
    case custom(size: CGSize)

    var value: CGSize {
      switch self {
      case .small: CGSize(width: 6, height: 6)
      case .medium: CGSize(width: 8, height: 8)
      case .large: CGSize(width: 12, height: 12)
      case .custom(let size): size
      }
    }
  }

  /// How large the dot is.
  open var size: Size = .small { didSet { setNeedsDisplay() } }

  /// Below the buttons.
  open override var displayMode: DisplayMode { .bottom }

  /// A dot.
  open override func element(containing children: [Node]) -> Node {
    super.element(containing: children).class("dot").with {
      $0.setMark(size.value, tintColor, unless: Size.small.value)
    }
  }
}

/// A small triangle below the button: Tabman's `TMChevronBarIndicator`.
open class ChevronBarIndicator: BarIndicator {
  /// How large the triangle is.
  public enum Size: Sendable, Hashable {
    /// 10 × 8 pixels.
    case small
    /// 14 × 12 pixels.
    case medium
    /// 20 × 16 pixels.
    case large
    /// Another size.
    case custom(size: CGSize)

    var value: CGSize {
      switch self {
      case .small: CGSize(width: 10, height: 8)
      case .medium: CGSize(width: 14, height: 12)
      case .large: CGSize(width: 20, height: 16)
      case .custom(let size): size
      }
    }
  }

  private static let usual = CGSize(width: 14, height: 7)

  /// How large the triangle is.
  open var size: Size = .custom(size: ChevronBarIndicator.usual) { didSet { setNeedsDisplay() } }

  /// Below the buttons.
  open override var displayMode: DisplayMode { .bottom }

  /// A triangle.
  open override func element(containing children: [Node]) -> Node {
    super.element(containing: children).class("chevron").with {
      $0.setMark(size.value, tintColor, unless: Self.usual)
    }
  }
}

extension Node {
  /// The size and colour of what `::after` draws.
  fileprivate mutating func setMark(_ size: CGSize, _ tint: Color?, unless usual: CGSize) {
    style["--tint"] = tint?.css
    guard size != usual else { return }
    style["--mark-width"] = CSS.pixels(max(size.width, 0))
    style["--mark-height"] = CSS.pixels(max(size.height, 0))
  }
}
