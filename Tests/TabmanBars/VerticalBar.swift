import SnippetShell

/// A layout of buttons below each other, which sets their frames.
public class VerticalLayout: TMBarLayout {

  /// The container of the buttons, which places each button in a row.
  private final class Rows: View {
    static let height: CGFloat = 40

    override func layoutSubviews() {
      super.layoutSubviews()
      for (index, row) in subviews.enumerated() {
        row.frame = CGRect(x: 0, y: CGFloat(index) * Self.height, width: bounds.size.width, height: Self.height)
      }
    }
  }

  private let rows = Rows()
  private lazy var height = rows.heightAnchor.constraint(equalToConstant: 0)

  public override func layout(in view: View) {
    super.layout(in: view)
    view.addSubview(rows)
    LayoutConstraint.activate([
      rows.widthAnchor.constraint(equalTo: layoutGuide.widthAnchor), height,
    ])
  }

  public override func insert(buttons: [TMBarButton], at index: Int) {
    for (offset, button) in buttons.enumerated() { rows.insertSubview(button, at: index + offset) }
    height.constant = Rows.height * CGFloat(rows.subviews.count)
  }

  public override func remove(buttons: [TMBarButton]) {
    for button in buttons { button.removeFromSuperview() }
    height.constant = Rows.height * CGFloat(rows.subviews.count)
  }

  public override func focusArea(for position: CGFloat, capacity: Int) -> CGRect {
    CGRect(x: 0, y: 0, width: 4, height: view.bounds.size.height)
  }
}

/// A button in a row. Its marker grows while it is selected.
public class RowButton: TMBarButton {

  private let label = Label()
  private let marker = View()
  private lazy var height = marker.heightAnchor.constraint(equalToConstant: 4)

  public override func layout(in view: View) {
    super.layout(in: view)
    marker.backgroundColor = .accent
    marker.cornerRadius = 2
    view.addSubview(marker)
    view.addSubview(label)
    LayoutConstraint.activate([
      marker.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 12),
      marker.widthAnchor.constraint(equalToConstant: 4),
      marker.centerYAnchor.constraint(equalTo: view.centerYAnchor),
      height,
      label.leadingAnchor.constraint(equalTo: marker.trailingAnchor, constant: 10),
      label.centerYAnchor.constraint(equalTo: view.centerYAnchor),
    ])
  }

  public override func populate(for item: TMBarItemable) {
    super.populate(for: item)
    label.text = item.title
  }

  public override func update(for selectionState: TMBarButton.SelectionState) {
    super.update(for: selectionState)
    height.constant = 4 + 20 * selectionState.rawValue
  }
}

/// A bar of buttons below each other.
public typealias VerticalBar = TMBarView<VerticalLayout, RowButton, TMBarIndicator.None>
