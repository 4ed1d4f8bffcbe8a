public import Foundation

/// What shows where one is among pages, and takes one to another: Tabman's `TMBar`.
public protocol Bar: View {
  /// Says what the items are.
  var dataSource: (any BarDataSource)? { get set }
  /// Is told what the user wants.
  var delegate: (any BarDelegate)? { get set }
  /// What is shown; nil before the first reload.
  var items: [any BarItemable]? { get }

  /// Asks the data source for items, and shows them. `.full` replaces all items by those at `indexes`. Indexes that
  /// cannot be, such as an insertion behind a gap, change nothing.
  func reloadData(at indexes: ClosedRange<Int>, context: BarReloadContext)

  /// Shows a position among `capacity` pages: 1.5 is half way from the second to the third. What is no number is
  /// ignored.
  func update(for position: CGFloat, capacity: Int, direction: BarUpdateDirection, animation: BarAnimation)

  /// What the page has measured. If it throws, nothing has changed.
  func measured(_ geometry: BarGeometry) throws(BarGeometryError)

  /// Where the indicator is at each whole position; empty before the bar was measured.
  var focusAreas: [CGRect] { get }

  /// The bar as a node. `name` is what the page calls it by; `send` takes what the user does to `receive(_:)`, in the
  /// isolation that the bar lives in.
  func node(named name: String, send: @escaping @Sendable (ControlEvent) async -> Void) -> Node

  /// Does what waits for an event; one of a control that is gone is ignored.
  func receive(_ event: ControlEvent)

  /// The user swiped over the bar, where it is swiped: asks the delegate for the page beside.
  func swiped(_ direction: BarUpdateDirection)

  /// Constraints that have no counterpart in CSS, for a log. Of the last drawing.
  var layoutProblems: [String] { get }
}

/// Says what a bar's items are.
public protocol BarDataSource: AnyObject {
  /// The item at an index.
  func barItem(for bar: any Bar, at index: Int) -> any BarItemable
}

/// Is told what the user wants.
public protocol BarDelegate: AnyObject {
  /// The user wants the page at an index. The bar changes only when its position is updated.
  func bar(_ bar: any Bar, didRequestScrollTo index: Int)
}

/// What has happened to the data source's items.
public enum BarReloadContext: Sendable, Hashable {
  /// All are new.
  case full
  /// Those at the indexes are new.
  case insertion
  /// Those at the indexes are gone.
  case deletion
}

/// Where the position comes from.
public enum BarUpdateDirection: Sendable, Hashable {
  /// It does not move.
  case none
  /// To higher indexes.
  case forward
  /// To lower indexes.
  case reverse
}

/// How long a change takes to show.
public struct BarAnimation: Sendable, Hashable {
  /// Whether it takes time at all.
  public let isEnabled: Bool
  /// How long, in seconds.
  public let duration: TimeInterval

  /// A change that takes a quarter of a second, or another time.
  public init(isEnabled: Bool, duration: TimeInterval = 0.25) {
    self.isEnabled = isEnabled
    self.duration = duration.isFinite ? min(max(duration, 0), 60) : 0.25
  }
}

/// How a part of a bar follows the position.
public enum BarTransitionStyle: Sendable, Hashable {
  /// Exactly.
  case progressive
  /// To the nearest whole position, and always animated.
  case snap
  /// To the nearest whole position, at once.
  case none
}

/// How the user moves a bar's content.
public enum BarScrollMode: Sendable, Hashable {
  /// By scrolling.
  case interactive
  /// By swiping to the next page or the one before.
  case swipe
  /// Not at all.
  case none
}

extension Bar {
  /// Words beside each other, with a line below: `ButtonBar`.
  public typealias ButtonBar = BarView<HorizontalBarLayout, LabelBarButton, LineBarIndicator>
  /// Icons over words, as at the foot of a phone's screen.
  public typealias TabBar = BarView<ConstrainedHorizontalBarLayout, TabItemBarButton, BarIndicator.None>
  /// Only a line.
  public typealias LineBar = BarView<BarLayout.None, BarButton.None, LineBarIndicator>
}
