import Foundation

/// The computation of an indicator's rect in a bar. The input is the area that the bar's layout returns for a position.
///
/// The rect starts at the first page if the indicator is progressive. Before the first page and after the last page,
/// the rect also depends on the indicator's overscroll behavior.
struct BarFocus {
  let area: CGRect
  /// The width of the layout's view, in CSS pixels.
  let width: CGFloat
  let position: CGFloat
  let capacity: Int
  let direction: BarGeometry.Direction

  func rect(isProgressive: Bool, overscroll: BarIndicator.OverscrollBehavior) -> CGRect {
    // The rect is computed for left-to-right text, and mirrored for right-to-left text.
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

/// The durations of the animations of a bar's parts, in seconds.
struct BarMotion: Hashable {
  var indicator: TimeInterval = 0
  var buttons: TimeInterval = 0
  var scroll: TimeInterval = 0

  mutating func stop() { self = BarMotion() }
}

extension BarTransitionStyle {
  /// Returns the position to which a part of a bar moves in this style, and the duration of the animation in seconds.
  func target(for position: CGFloat, capacity: Int, _ animation: BarAnimation) -> (CGFloat, TimeInterval) {
    switch self {
    case .progressive: (position, animation.isEnabled ? animation.duration : 0)
    case .snap: (Self.nearest(position, capacity), animation.duration)
    case .none: (Self.nearest(position, capacity), 0)
    }
  }

  /// Returns the index of the page nearest to a position. For a position halfway between two pages, returns the higher
  /// index.
  static func nearest(_ position: CGFloat, _ capacity: Int) -> CGFloat {
    min(max((position + 0.5).rounded(.down), 0), CGFloat(max(capacity - 1, 0)))
  }
}
