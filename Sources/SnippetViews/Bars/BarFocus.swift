import Foundation

extension BarIndicator {
  /// Returns the rect of the indicator in its bar, from the area that the bar's layout returns for a position.
  ///
  /// The rect starts at the first page if the indicator is progressive. Before the first page and after the last page,
  /// the rect also depends on the indicator's overscroll behavior.
  /// - Parameter width: the width of the layout's view, in CSS pixels.
  func rect(
    at position: CGFloat, capacity: Int, area: CGRect, width: CGFloat, isRightToLeft: Bool
  ) -> CGRect {
    // The rect is computed for left-to-right text, and mirrored for right-to-left text.
    let start = isRightToLeft ? width - area.origin.x - area.size.width : area.origin.x
    var rect = CGRect(x: start, y: area.origin.y, width: area.size.width, height: area.size.height)
    let before = max(-position, 0)
    let after = max(position - CGFloat(capacity - 1), 0)
    if isProgressive {
      rect.size.width += rect.origin.x
      rect.origin.x = 0
      if overscrollBehavior != .none { rect.size.width -= rect.size.width * min(before, 1) }
      if overscrollBehavior == .bounce { rect.origin.x += (width - rect.size.width) * after }
    } else {
      switch overscrollBehavior {
      case .bounce: rect.origin.x += rect.size.width * (after - before)
      case .compress:
        let lost = rect.size.width * min(before + after, 1)
        rect.size.width -= lost
        if after > 0 { rect.origin.x += lost }
      case .none: break
      }
    }
    if isRightToLeft { rect.origin.x = width - rect.origin.x - rect.size.width }
    return rect
  }
}

/// The durations of the animations of a bar's parts, in seconds.
struct BarMotion: Hashable {
  var indicator: TimeInterval = 0
  var buttons: TimeInterval = 0
  var scroll: TimeInterval = 0
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
