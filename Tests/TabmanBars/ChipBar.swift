import SnippetShell

/// A button that shows a text in a rounded box.
public class ChipButton: TMBarButton {

  private let label = Label()

  public override func layout(in view: View) {
    super.layout(in: view)
    adjustsAlphaOnSelection = false
    view.cornerRadius = 16
    view.addSubview(label)
    LayoutConstraint.activate([
      label.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 14),
      label.trailingAnchor.constraint(lessThanOrEqualTo: view.trailingAnchor, constant: -14),
      label.centerYAnchor.constraint(equalTo: view.centerYAnchor),
      view.heightAnchor.constraint(equalToConstant: 32),
    ])
  }

  public override func layoutBadge(_ badge: TMBadgeView, in view: View) {
    view.addSubview(badge)
    LayoutConstraint.activate([
      badge.leadingAnchor.constraint(equalTo: label.trailingAnchor, constant: 6),
      badge.trailingAnchor.constraint(lessThanOrEqualTo: view.trailingAnchor, constant: -10),
      badge.centerYAnchor.constraint(equalTo: label.centerYAnchor),
    ])
  }

  public override func populate(for item: TMBarItemable) {
    super.populate(for: item)
    label.text = item.title
  }

  public override func update(for selectionState: TMBarButton.SelectionState) {
    super.update(for: selectionState)
    let raw = selectionState.rawValue
    backgroundColor = Color.hover.mixed(with: .accent, fraction: raw)
    label.textColor = Color.ink.mixed(with: .white, fraction: raw)
  }
}

/// A layout of chips that the user can scroll.
public class ChipLayout: TMHorizontalBarLayout {
  /// Creates the layout with its spacing and its inset.
  public required init() {
    super.init()
    interButtonSpacing = 8
    contentInset = EdgeInsets(top: 8, left: 16, bottom: 8, right: 16)
  }
}

/// A bar of chips that the user can scroll.
public typealias ChipBar = TMBarView<ChipLayout, ChipButton, TMBarIndicator.None>
