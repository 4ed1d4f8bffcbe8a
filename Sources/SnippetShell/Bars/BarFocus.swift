import Foundation

/// Where a bar's indicator is: what the layout says of a position, and what the indicator makes of it before the first
/// page, after the last, and when it grows.
struct BarFocus {
  let area: CGRect
  /// How wide the layout's view is.
  let width: CGFloat
  let position: CGFloat
  let capacity: Int
  let direction: BarGeometry.Direction

  func rect(isProgressive: Bool, overscroll: BarIndicator.OverscrollBehavior) -> CGRect {
    // Both directions are computed from left to right; right to left is its mirror image.
    let start = direction == .leftToRight ? area.origin.x : width - area.origin.x - area.size.width
    var rect = CGRect(x: start, y: area.origin.y, width: area.size.width, height: area.size.height)
    let before = max(-position, 0)
    let after = max(position - CGFloat(capacity - 1), 0)
    if isProgressive {
      rect.size.width += rect.origin.x
      rect.origin.x = 0
      if overscroll != .none { rect.size.width -= rect.size.width * min(before, 1) }
      if overscroll == .bounce { rect.origin.x += (width - rect.size.width) * after }
    } else {
      switch overscroll {
      case .bounce: rect.origin.x += rect.size.width * (after - before)
      case .compress:
        let lost = rect.size.width * min(before + after, 1)
        rect.size.width -= lost
        if after > 0 { rect.origin.x += lost }
      case .none: break
      }
    }
    if direction == .rightToLeft { rect.origin.x = width - rect.origin.x - rect.size.width }
    return rect
  }
}
