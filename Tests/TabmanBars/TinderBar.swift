import SnippetShell

// A navigation bar of icons, like that of a well-known app. The code is written for Tabman, with UIKit's types replaced
// as docs/guides/moving-from-tabman.md describes.

/// A layout of icons side by side. Each icon takes a third of the bar, so that the selected one and its neighbours are
/// visible.
public class TinderBarLayout: TMBarLayout {

  private let stackView = StackView()

  public override func layout(in view: View) {
    super.layout(in: view)
    stackView.distribution = .fillEqually
    view.addSubview(stackView)
    stackView.translatesAutoresizingMaskIntoConstraints = false
    LayoutConstraint.activate([
      stackView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      stackView.topAnchor.constraint(equalTo: view.topAnchor),
      stackView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      stackView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
  }

  public override func insert(buttons: [TMBarButton], at index: Int) {
    for (offset, button) in buttons.enumerated() {
      stackView.insertArrangedSubview(button, at: index + offset)
      button.widthAnchor.constraint(equalTo: layoutGuide.widthAnchor, multiplier: 1 / 3).isActive = true
      button.heightAnchor.constraint(equalToConstant: 56).isActive = true
    }
  }

  public override func remove(buttons: [TMBarButton]) {
    for button in buttons { button.removeFromSuperview() }
  }

  public override func focusArea(for position: CGFloat, capacity: Int) -> CGRect {
    let frames = stackView.arrangedSubviews.map(\.frame)
    guard frames.count == capacity else { return .zero }
    let (lower, upper) = (frames[Int(position.rounded(.down))], frames[Int(position.rounded(.up))])
    let fraction = position - position.rounded(.down)
    return CGRect(
      x: lower.minX + (upper.minX - lower.minX) * fraction, y: 0, width: lower.size.width,
      height: view.bounds.size.height)
  }
}

/// A button with an icon, which grows and takes its color while it is selected.
public class TinderBarButton: TMBarButton {

  private let imageView = ImageView()
  private let glow = View()

  /// The color of the selected icon.
  public var selectedTintColor: Color = .accent { didSet { update(for: selectionState) } }

  public override func layout(in view: View) {
    super.layout(in: view)
    adjustsAlphaOnSelection = false
    glow.cornerRadius = 20
    for part in [glow, imageView] as [View] {
      view.addSubview(part)
      part.translatesAutoresizingMaskIntoConstraints = false
    }
    LayoutConstraint.activate([
      imageView.widthAnchor.constraint(equalToConstant: 28),
      imageView.heightAnchor.constraint(equalTo: imageView.widthAnchor),
      imageView.centerXAnchor.constraint(equalTo: view.centerXAnchor),
      imageView.centerYAnchor.constraint(equalTo: view.centerYAnchor),
      glow.centerXAnchor.constraint(equalTo: imageView.centerXAnchor),
      glow.centerYAnchor.constraint(equalTo: imageView.centerYAnchor),
      glow.widthAnchor.constraint(equalTo: imageView.widthAnchor, constant: 12),
      glow.heightAnchor.constraint(equalTo: imageView.heightAnchor, constant: 12),
    ])
  }

  public override func layoutBadge(_ badge: TMBadgeView, in view: View) {
    super.layoutBadge(badge, in: view)
    view.addSubview(badge)
    LayoutConstraint.activate([
      badge.leadingAnchor.constraint(equalTo: imageView.trailingAnchor, constant: -8),
      badge.bottomAnchor.constraint(equalTo: imageView.topAnchor, constant: 12),
    ])
  }

  public override func populate(for item: TMBarItemable) {
    super.populate(for: item)
    imageView.image = item.image
    accessibilityLabel = item.accessibilityLabel ?? item.title
  }

  public override func update(for selectionState: TMBarButton.SelectionState) {
    super.update(for: selectionState)
    let scale = 0.75 + 0.25 * selectionState.rawValue
    imageView.transform = Transform(scaleX: scale, y: scale)
    imageView.tintColor = Color.muted.mixed(with: selectedTintColor, fraction: selectionState.rawValue)
    glow.backgroundColor = selectedTintColor.withAlphaComponent(0.15 * selectionState.rawValue)
  }
}

/// A bar of large icons, of which three are visible.
public typealias TinderBar = TMBarView<TinderBarLayout, TinderBarButton, TMBarIndicator.None>
