import Synchronization

/// The memory that bodies take while they arrive, of all connections together.
final class BodyBudget: Sendable {
  /// In bytes: so much of each body is not counted, so that short requests get through beside whatever large ones there are.
  static let free = 16 << 10

  private let maximumTotalBodySize: Int
  private let taken = Mutex(0)

  init(maximumTotalBodySize: Int) { self.maximumTotalBodySize = maximumTotalBodySize }

  /// `share` is what one body has, and becomes what it needs with `size` bytes. False, with nothing changed, when there is not so much.
  func grow(_ share: inout Int, to size: Int) -> Bool {
    let more = max(0, size - BodyBudget.free) - share
    guard more > 0 else { return true }
    let fits = taken.withLock { taken in
      guard taken + more <= maximumTotalBodySize else { return false }
      taken += more
      return true
    }
    if fits { share += more }
    return fits
  }

  func giveBack(_ share: inout Int) {
    guard share > 0 else { return }
    taken.withLock { $0 -= share }
    share = 0
  }
}
