/// A bar's buttons, in the order of its items.
public final class BarButtonCollection<Button: BarButton> {
  /// All of them.
  public internal(set) var all: [Button] = [] { didSet { customizeAll() } }
  /// How they follow the position.
  public var transitionStyle: BarTransitionStyle = .progressive

  private var customization: ((Button) -> Void)?

  init() {}

  /// Changes every button, now and whenever there are others.
  public func customize(_ change: @escaping (Button) -> Void) {
    customization = change
    customizeAll()
  }

  /// The button of an item.
  public func `for`(item: any BarItemable) -> Button? { all.first { $0.item === item } }

  /// The buttons of items.
  public func `for`(items: [any BarItemable]) -> [Button] {
    all.filter { button in items.contains { $0 === button.item } }
  }

  private func customizeAll() {
    guard let customization else { return }
    for button in all { customization(button) }
  }
}
