/// What a bar shows for one page: Tabman's `TMBarItemable`.
public protocol BarItemable: AnyObject {
  /// The text.
  var title: String? { get }
  /// The image.
  var image: Image? { get }
  /// The image of the selected item; nil for the same.
  var selectedImage: Image? { get }
  /// What the badge says; nil for no badge.
  var badgeValue: String? { get }
  /// What a screen reader says; nil for the title.
  var accessibilityLabel: String? { get }
  /// What a screen reader adds.
  var accessibilityHint: String? { get }
  /// The bars that show it. A constant: `let bars = BarItemBars()`.
  var bars: BarItemBars { get }
}

extension BarItemable {
  /// Says that something has changed, so that the bars show it.
  public func setNeedsUpdate() { bars.update(self) }
}

/// The bars that show an item.
public final class BarItemBars {
  private struct Entry {
    weak var bar: (any ItemUpdating)?
  }

  private var entries: [Entry] = []

  /// No bar yet.
  public init() {}

  func add(_ bar: any ItemUpdating) {
    entries.removeAll { $0.bar == nil || $0.bar === bar }
    entries.append(Entry(bar: bar))
  }

  func remove(_ bar: any ItemUpdating) { entries.removeAll { $0.bar == nil || $0.bar === bar } }

  fileprivate func update(_ item: any BarItemable) {
    for entry in entries { entry.bar?.itemNeedsUpdate(item) }
  }
}

/// A bar, seen from its items.
protocol ItemUpdating: AnyObject {
  func itemNeedsUpdate(_ item: any BarItemable)
}

/// What a bar shows for one page: Tabman's `TMBarItem`. Each change shows at once.
open class BarItem: BarItemable {
  /// The text.
  open var title: String? { didSet { setNeedsUpdate() } }
  /// The image.
  open var image: Image? { didSet { setNeedsUpdate() } }
  /// The image of the selected item; nil for the same.
  open var selectedImage: Image? { didSet { setNeedsUpdate() } }
  /// What the badge says; nil for no badge.
  open var badgeValue: String? { didSet { setNeedsUpdate() } }
  /// What a screen reader says; nil for the title.
  open var accessibilityLabel: String? { didSet { setNeedsUpdate() } }
  /// What a screen reader adds.
  open var accessibilityHint: String? { didSet { setNeedsUpdate() } }
  /// The bars that show it.
  public let bars = BarItemBars()

  /// An item with a text.
  public init(title: String, badgeValue: String? = nil) {
    self.title = title
    self.badgeValue = badgeValue
  }

  /// An item with an image.
  public init(image: Image, selectedImage: Image? = nil, badgeValue: String? = nil) {
    self.image = image
    self.selectedImage = selectedImage
    self.badgeValue = badgeValue
  }

  /// An item with a text and an image.
  public init(title: String, image: Image, selectedImage: Image? = nil, badgeValue: String? = nil) {
    self.title = title
    self.image = image
    self.selectedImage = selectedImage
    self.badgeValue = badgeValue
  }
}
