import Foundation

/// How long the parts of a bar take to their places, in seconds.
struct BarMotion: Hashable {
  var indicator: TimeInterval = 0
  var buttons: TimeInterval = 0
  var scroll: TimeInterval = 0

  mutating func stop() { self = BarMotion() }
}

extension BarTransitionStyle {
  /// Where a part goes for a position, and for how long.
  func target(for position: CGFloat, capacity: Int, _ animation: BarAnimation) -> (CGFloat, TimeInterval) {
    switch self {
    case .progressive: (position, animation.isEnabled ? animation.duration : 0)
    case .snap: (Self.nearest(position, capacity), animation.duration)
    case .none: (Self.nearest(position, capacity), 0)
    }
  }

  /// Half way, the next one.
  static func nearest(_ position: CGFloat, _ capacity: Int) -> CGFloat {
    min(max((position + 0.5).rounded(.down), 0), CGFloat(max(capacity - 1, 0)))
  }
}
