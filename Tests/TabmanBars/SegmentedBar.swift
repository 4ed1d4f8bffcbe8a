import SnippetShell

/// A layout of segments in a rounded box. All segments are as wide as the widest text needs.
public class SegmentedLayout: TMBarLayout {

  private let box = View()
  private var buttons: [TMBarButton] = []
  private var constraints: [LayoutConstraint] = []

  public override func layout(in view: View) {
    super.layout(in: view)
    box.cornerRadius = 9
    box.backgroundColor = .hover
    view.addSubview(box)
    LayoutConstraint.activate([
      box.centerXAnchor.constraint(equalTo: layoutGuide.centerXAnchor),
      box.topAnchor.constraint(equalTo: view.topAnchor, constant: 6),
      view.bottomAnchor.constraint(equalTo: box.bottomAnchor, constant: 6),
      box.widthAnchor.constraint(lessThanOrEqualTo: layoutGuide.widthAnchor, constant: -24),
    ])
  }

  public override func insert(buttons new: [TMBarButton], at index: Int) {
    buttons.insert(contentsOf: new, at: index)
    for button in new { box.addSubview(button) }
    constrain()
  }

  public override func remove(buttons old: [TMBarButton]) {
    buttons.removeAll { old.contains($0) }
    for button in old { button.removeFromSuperview() }
    constrain()
  }

  private func constrain() {
    LayoutConstraint.deactivate(constraints)
    constraints = []
    for (index, button) in buttons.enumerated() {
      let previous = index == 0 ? nil : buttons[index - 1]
      constraints += [
        button.leadingAnchor.constraint(equalTo: previous?.trailingAnchor ?? box.leadingAnchor),
        button.topAnchor.constraint(equalTo: box.topAnchor),
        button.bottomAnchor.constraint(equalTo: box.bottomAnchor),
        button.heightAnchor.constraint(greaterThanOrEqualToConstant: 32),
      ]
      if let previous { constraints.append(button.widthAnchor.constraint(equalTo: previous.widthAnchor)) }
    }
    if let last = buttons.last { constraints.append(last.trailingAnchor.constraint(equalTo: box.trailingAnchor)) }
    LayoutConstraint.activate(constraints)
  }

  public override func focusArea(for position: CGFloat, capacity: Int) -> CGRect {
    guard let first = buttons.first, buttons.count == capacity else { return .zero }
    let lower = buttons[Int(position.rounded(.down))].frame
    let upper = buttons[Int(position.rounded(.up))].frame
    let fraction = position - position.rounded(.down)
    return CGRect(
      x: lower.minX + (upper.minX - lower.minX) * fraction, y: first.frame.minY, width: lower.size.width,
      height: first.frame.size.height)
  }
}

/// An indicator that is a raised box behind the selected segment.
public class SegmentIndicator: TMBarIndicator {

  private let mark = View()

  public override var displayMode: TMBarIndicator.DisplayMode { .fill }

  public override func layout(in view: View) {
    super.layout(in: view)
    mark.backgroundColor = .raised
    mark.cornerRadius = 7
    view.addSubview(mark)
    LayoutConstraint.activate([
      mark.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 2),
      mark.trailingAnchor.constraint(equalTo: view.trailingAnchor, constant: -2),
      mark.topAnchor.constraint(equalTo: view.topAnchor, constant: 8),
      mark.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -8),
    ])
  }
}

/// A button that shows the text of a segment.
public class SegmentButton: TMLabelBarButton {
  public override func layout(in view: View) {
    super.layout(in: view)
    contentInset = EdgeInsets(top: 0, left: 16, bottom: 0, right: 16)
    tintColor = .ink
    selectedTintColor = .ink
    selectedFont = .systemFont(ofSize: 14, weight: .semibold)
    font = .systemFont(ofSize: 14)
  }
}

/// A bar of segments of the same width.
public typealias SegmentedBar = TMBarView<SegmentedLayout, SegmentButton, SegmentIndicator>
