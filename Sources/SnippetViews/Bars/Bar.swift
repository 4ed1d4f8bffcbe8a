public import Foundation

/// A bar that shows the current position among several pages and lets the user go to another page. Corresponds to
/// Tabman's `TMBar`.
public protocol Bar: View {
  /// The object that provides the items.
  var dataSource: (any BarDataSource)? { get set }
  /// The object that receives the user's selections.
  var delegate: (any BarDelegate)? { get set }
  /// The items that the bar shows; `nil` before the first reload.
  var items: [any BarItemable]? { get }

  /// Loads items from the data source and shows them. `.full` replaces all items with the items at `indexes`. Invalid
  /// indices, such as an insertion that would leave a gap, are ignored.
  func reloadData(at indexes: ClosedRange<Int>, context: BarReloadContext)

  /// Shows a position among `capacity` pages, where 1.5 is halfway between the second and third pages. Ignores
  /// positions that are not finite.
  func update(for position: CGFloat, capacity: Int, direction: BarUpdateDirection, animation: BarAnimation)

  /// Stores the measurements that the web page has sent. If the function throws, the bar is unchanged.
  func measured(_ geometry: BarGeometry) throws(BarGeometryError)

  /// The rect of the indicator for each page of the bar; empty until the browser has measured the bar.
  var focusAreas: [CGRect] { get }

  /// Returns the node of the bar.
  /// - Parameters:
  ///   - name: the name by which the page refers to the bar.
  ///   - send: passes the user's actions to `receive(_:)`, in the isolation of the bar.
  func node(named name: String, send: @escaping @Sendable (ControlEvent) async -> Void) -> Node

  /// Handles a user action. Ignores actions on controls that were removed.
  func receive(_ event: ControlEvent)

  /// Requests the next or previous page from the delegate after the user has swiped the bar. Does nothing unless the
  /// bar's scroll mode is ``BarScrollMode/swipe``.
  func swiped(_ direction: BarUpdateDirection)

  /// Descriptions of the problems that were found when the bar was last drawn, such as an ignored constraint. Intended
  /// for a log.
  var layoutProblems: [String] { get }
}

/// An object that provides the items of a bar.
public protocol BarDataSource: AnyObject {
  /// Returns the item at an index.
  func barItem(for bar: any Bar, at index: Int) -> any BarItemable
}

/// An object that receives the user's selections in a bar.
public protocol BarDelegate: AnyObject {
  /// Handles the selection of the page at an index. The bar itself changes only when its position is updated.
  func bar(_ bar: any Bar, didRequestScrollTo index: Int)
}

/// The kind of change to the data source's items.
public enum BarReloadContext: Sendable, Hashable {
  /// All items were replaced.
  case full
  /// The items at the indices were inserted.
  case insertion
  /// The items at the indices were removed.
  case deletion
}

/// The direction in which the page position moves.
public enum BarUpdateDirection: Sendable, Hashable {
  /// The position does not move.
  case none
  /// The position moves to higher indices.
  case forward
  /// The position moves to lower indices.
  case reverse
}

/// The animation of a change.
public struct BarAnimation: Sendable, Hashable {
  /// Whether the change is animated.
  public let isEnabled: Bool
  /// The duration in seconds, from 0 to 60.
  public let duration: TimeInterval

  /// Creates an animation. The duration is in seconds, 0.25 by default, and is clamped to the range from 0 to 60.
  public init(isEnabled: Bool, duration: TimeInterval = 0.25) {
    self.isEnabled = isEnabled
    self.duration = duration.isFinite ? min(max(duration, 0), 60) : 0.25
  }
}

/// The way in which a part of a bar follows the page position.
public enum BarTransitionStyle: Sendable, Hashable {
  /// Follows the position exactly.
  case progressive
  /// Goes to the nearest whole position, always animated.
  case snap
  /// Goes to the nearest whole position without animation.
  case none
}

/// The way in which the user moves the content of a bar.
public enum BarScrollMode: String, Sendable, Hashable {
  /// The user scrolls the content.
  case interactive
  /// The user swipes to the next or previous page.
  case swipe
  /// The user cannot move the content.
  case none
}

extension Bar {
  /// A bar with a row of text buttons and a line below the current button. Corresponds to Tabman's `ButtonBar`.
  public typealias ButtonBar = BarView<HorizontalBarLayout, LabelBarButton, LineBarIndicator>
  /// A bar whose buttons show icons above titles, like the tab bar in a mobile app.
  public typealias TabBar = BarView<ConstrainedHorizontalBarLayout, TabItemBarButton, BarIndicator.None>
  /// A bar that consists of only an indicator line.
  public typealias LineBar = BarView<BarLayout.None, BarButton.None, LineBarIndicator>
}
