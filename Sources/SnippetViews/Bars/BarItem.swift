/// The content of a bar's button for one page. Corresponds to Tabman's `TMBarItemable`.
public protocol BarItemable: AnyObject {
  /// The text of the button.
  var title: String? { get }
  /// The image of the button.
  var image: Image? { get }
  /// The image of the selected button; `nil` for the same image.
  var selectedImage: Image? { get }
  /// The text of the badge; `nil` for no badge.
  var badgeValue: String? { get }
  /// The text for screen readers; `nil` for the title.
  var accessibilityLabel: String? { get }
  /// An additional text for screen readers.
  var accessibilityHint: String? { get }
  /// The bars that show the item. The default implementation looks up the bars in a process-wide table. An item that
  /// declares `let bars = BarItemBars()` avoids this lookup.
  var bars: BarItemBars { get }
}

extension BarItemable {
  /// The default value, which is `nil`: the item has no badge.
  public var badgeValue: String? { nil }
  /// The default value, which is `nil`: screen readers use the title.
  public var accessibilityLabel: String? { nil }
  /// The default value, which is `nil`: screen readers receive no additional text.
  public var accessibilityHint: String? { nil }
  /// The bars that show the item, from a process-wide table of all items.
  public var bars: BarItemBars { BarItemTable.bars(of: self) }
}

extension BarItemable {
  /// Updates the item's button in all bars that show the item. Call this after a property of the item has changed.
  public func setNeedsUpdate() { bars.update(self) }
}

/// The bars that show an item.
public final class BarItemBars {
  private struct Entry {
    weak var bar: (any BarParent)?
  }

  private var entries: [Entry] = []

  /// Creates an empty collection.
  public init() {}

  func add(_ bar: any BarParent) {
    remove(bar)
    entries.append(Entry(bar: bar))
  }

  func remove(_ bar: any BarParent) { entries.removeAll { $0.bar == nil || $0.bar === bar } }

  fileprivate func update(_ item: any BarItemable) { for entry in entries { entry.bar?.itemNeedsUpdate(item) } }
}

/// A standard implementation of ``BarItemable``. Changes to its properties update the bars that show the item.
/// Corresponds to Tabman's `TMBarItem`.
open class BarItem: BarItemable {
  /// The text of the button.
  open var title: String? { didSet { setNeedsUpdate() } }
  /// The image of the button.
  open var image: Image? { didSet { setNeedsUpdate() } }
  /// The image of the selected button; `nil` for the same image.
  open var selectedImage: Image? { didSet { setNeedsUpdate() } }
  /// The text of the badge; `nil` for no badge.
  open var badgeValue: String? { didSet { setNeedsUpdate() } }
  /// The text for screen readers; `nil` for the title.
  open var accessibilityLabel: String? { didSet { setNeedsUpdate() } }
  /// An additional text for screen readers.
  open var accessibilityHint: String? { didSet { setNeedsUpdate() } }
  /// The bars that show the item.
  public let bars = BarItemBars()

  /// Creates an item with a text.
  public init(title: String, badgeValue: String? = nil) {
    self.title = title
    self.badgeValue = badgeValue
  }

  /// Creates an item with an image.
  public init(image: Image, selectedImage: Image? = nil, badgeValue: String? = nil) {
    self.image = image
    self.selectedImage = selectedImage
    self.badgeValue = badgeValue
  }

  /// Creates an item with a text and an image.
  public init(title: String, image: Image, selectedImage: Image? = nil, badgeValue: String? = nil) {
    self.title = title
    self.image = image
    self.selectedImage = selectedImage
    self.badgeValue = badgeValue
  }
}
