import SnippetShell

// The three classes of Tabman's guide "Going Custom", with this module's `View` and `LayoutConstraint` in place of
// `UIView` and `NSLayoutConstraint`. The code under each comment of the guide was added here.

class CustomBarLayout: TMBarLayout {

  private(set) var inserted: [(count: Int, index: Int)] = []
  private(set) var removed: [Int] = []
  private var buttons: [TMBarButton] = []

  override func layout(in view: View) {
    // Point at which to construct your custom layout.
    //
    // Adding all views to the `view` parameter.
  }

  override func insert(buttons: [TMBarButton], at index: Int) {
    // Insert new buttons into the layout.
    //
    // The `index` refers to the lower insertion index (where to start inserting).
    inserted.append((buttons.count, index))
    for (offset, button) in buttons.enumerated() {
      self.buttons.insert(button, at: index + offset)
      view.insertSubview(button, at: index + offset)
      button.widthAnchor.constraint(equalTo: layoutGuide.widthAnchor, multiplier: 0.5).isActive = true
    }
  }

  override func remove(buttons: [TMBarButton]) {
    // Remove existing buttons from the layout.
    //
    // Remove any buttons in the `buttons` array from the layout views.
    removed.append(buttons.count)
    self.buttons.removeAll { buttons.contains($0) }
    for button in buttons { button.removeFromSuperview() }
  }

  override func focusArea(for position: CGFloat, capacity: Int) -> CGRect {
    // Focus area refers to where the bar should be providing 'focus' for a given position.
    //
    // This will be used directly for positioning the indicator.
    guard buttons.count == capacity else { return .zero }
    let frame = buttons[Int(position.rounded())].frame
    return CGRect(x: frame.origin.x + 10, y: 0, width: frame.size.width - 20, height: view.bounds.size.height)
  }
}

class CustomBarButton: TMBarButton {

  private let imageView = ImageView()

  override func layout(in view: View) {
    super.layout(in: view)
    // Point at which to construct your custom bar button.
    //
    // Adding all views to the `view` parameter.
    view.addSubview(imageView)
    imageView.translatesAutoresizingMaskIntoConstraints = false
    LayoutConstraint.activate([
      imageView.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 8),
      imageView.topAnchor.constraint(equalTo: view.topAnchor),
      imageView.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -8),
      imageView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      imageView.widthAnchor.constraint(equalToConstant: 36),
      imageView.heightAnchor.constraint(equalToConstant: 36),
    ])
  }

  override func populate(for item: TMBarItemable) {
    super.populate(for: item)
    // Populate your bar button with the data from a bar item.
    //
    // For example, if you only had an image view in your bar button,
    // set the image views image to `item.image`.
    imageView.image = item.image
  }

  override func layoutBadge(_ badge: TMBadgeView, in view: View) {

    view.addSubview(badge)
    badge.translatesAutoresizingMaskIntoConstraints = false

    // Constrain to top right corner of button.
    LayoutConstraint.activate([
      badge.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      badge.topAnchor.constraint(equalTo: view.topAnchor),
    ])
  }

  override func update(for selectionState: TMBarButton.SelectionState) {
    super.update(for: selectionState)
    // Update your colors, transforms etc. to reflect being selected / unselected.
    let scale = 0.8 + 0.2 * selectionState.rawValue
    imageView.transform = Transform(scaleX: scale, y: scale)
  }
}

class CustomBarIndicator: TMBarIndicator {

  private let mark = View()

  open override var displayMode: TMBarIndicator.DisplayMode {
    return .bottom
  }

  override func layout(in view: View) {
    super.layout(in: view)

    // Create your indicator in `view`.
    view.addSubview(mark)
    mark.backgroundColor = .accent
    mark.cornerRadius = 3
    LayoutConstraint.activate([
      mark.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      mark.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      mark.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      mark.heightAnchor.constraint(equalToConstant: 6),
    ])
  }
}

// The bars at the end of "Going Custom".
typealias CustomLayoutBar = TMBarView<CustomBarLayout, TMLabelBarButton, TMBarIndicator.None>
typealias CustomButtonBar = TMBarView<TMHorizontalBarLayout, CustomBarButton, TMLineBarIndicator>
typealias AllCustomBar = TMBarView<CustomBarLayout, CustomBarButton, CustomBarIndicator>

/// The items of a bar, as a program for Tabman defines them.
class Items: TMBarDataSource, TMBarDelegate {
  var items: [TMBarItem] = [
    TMBarItem(title: "Home", image: .icon(.home)), TMBarItem(title: "Map", image: .icon(.map), badgeValue: "3"),
    TMBarItem(title: "You", image: .icon(.person)),
  ]
  private(set) var requested: [Int] = []

  func barItem(for bar: TMBar, at index: Int) -> TMBarItemable { items[index] }

  func bar(_ bar: TMBar, didRequestScrollTo index: Int) { requested.append(index) }
}
