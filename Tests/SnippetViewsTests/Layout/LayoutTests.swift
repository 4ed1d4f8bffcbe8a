import Foundation
import SnippetViews
import Testing

/// Constraints that CSS cannot express, in the accessory view of a bar.
@Suite(.timeLimit(.minutes(5))) struct LayoutTests {
  private let bar = Bar.ButtonBar()
  private let root = View()
  private let icon = ImageView(image: .icon(.home))
  private let word = Label(text: "Home")

  init() {
    bar.leftAccessoryView = root
    root.addSubview(icon)
    root.addSubview(word)
  }

  private var drawn: Node? { bar.drawn.first("accessory")?.children.first }

  /// Draws the bar, and passes it the measurements of a page in which all words and icons have the same size.
  private func measure(
    root: CGSize? = nil, content: CGSize = CGSize(width: 40, height: 20),
    _ direction: BarGeometry.Direction = .leftToRight
  ) throws {
    var geometry = BarGeometry(
      buttons: [], guide: CGSize(width: 300, height: 44), content: CGSize(width: 300, height: 44), direction: direction)
    for node in [drawn].compactMap(\.self) + (drawn?.children ?? []) {
      if let id = node.attributes["data-content"].flatMap({ Int($0) }) { geometry.contents[id] = content }
      if let root, let id = node.attributes["data-size"].flatMap({ Int($0) }) { geometry.sizes[id] = root }
    }
    try bar.measured(geometry)
  }

  private func style(_ index: Int) -> [String: String] { drawn?.children[index].style ?? [:] }

  private func placeInARow() {
    LayoutConstraint.activate([
      icon.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 8),
      word.leadingAnchor.constraint(equalTo: icon.trailingAnchor, constant: 4),
      root.trailingAnchor.constraint(equalTo: word.trailingAnchor, constant: 8),
      icon.topAnchor.constraint(equalTo: root.topAnchor, constant: 2),
      icon.bottomAnchor.constraint(lessThanOrEqualTo: root.bottomAnchor, constant: -2),
      word.centerYAnchor.constraint(equalTo: icon.centerYAnchor),
    ])
  }

  @Test("S10: siblings are placed by their measured contents, and are hidden before")
  func siblings() throws {
    placeInARow()
    #expect(drawn?.style["visibility"] == "hidden")
    try measure()
    #expect(drawn?.style == ["min-width": "100px", "min-height": "24px"])
    #expect(style(0) == ["inset-inline-start": "8px", "top": "2px", "width": "40px", "height": "20px"])
    #expect(style(1) == ["inset-inline-start": "52px", "top": "2px", "width": "40px", "height": "20px"])
    #expect(bar.layoutProblems.isEmpty)
  }

  @Test("S10: from right to left, leading is right, and left stays left")
  func rightToLeft() throws {
    placeInARow()
    let mark = View()
    root.addSubview(mark)
    LayoutConstraint.activate([
      mark.leftAnchor.constraint(equalTo: word.leftAnchor, constant: 3),
      mark.rightAnchor.constraint(equalTo: word.rightAnchor, constant: -1),
    ])
    try measure(.rightToLeft)
    // Measured from the right edge, `word` extends from 52 to 92. So `mark` extends from 53 to 89.
    #expect(style(2)["inset-inline-start"] == "53px")
    #expect(style(2)["width"] == "36px")
    #expect(word.frame == CGRect(x: 8, y: 2, width: 40, height: 20))
  }

  private func measure(_ direction: BarGeometry.Direction) throws { try measure(root: nil, direction) }

  @Test("S10: an edge may be held at a center")
  func edgeAtACenter() throws {
    word.topAnchor.constraint(equalTo: root.centerYAnchor).isActive = true
    try measure(root: CGSize(width: 100, height: 60))
    #expect(style(1)["top"] == "30px")
    #expect(style(1)["height"] == "20px")
  }

  @Test("S10: a view may refer to an ancestor above its superview")
  func ancestor() throws {
    let inner = View()
    root.addSubview(inner)
    inner.addSubview(word)
    LayoutConstraint.activate([
      inner.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
      inner.topAnchor.constraint(equalTo: root.topAnchor),
      word.leadingAnchor.constraint(equalTo: inner.leadingAnchor),
      word.centerYAnchor.constraint(equalTo: root.centerYAnchor),
      word.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -10),
    ])
    try measure(root: CGSize(width: 200, height: 60))
    let drawnWord = drawn?.children[1].children.first
    #expect(drawnWord?.style["width"] == "180px")
    #expect(bar.layoutProblems.isEmpty)
  }

  @Test("S10: a guide of one's own, and the visible part of the bar")
  func guides() throws {
    let guide = LayoutGuide()
    root.addLayoutGuide(guide)
    LayoutConstraint.activate([
      guide.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 20),
      guide.widthAnchor.constraint(equalTo: bar.layout.layoutGuide.widthAnchor, multiplier: 0.25),
      guide.topAnchor.constraint(equalTo: root.topAnchor),
      guide.heightAnchor.constraint(equalTo: bar.layout.layoutGuide.heightAnchor),
      word.centerXAnchor.constraint(equalTo: guide.centerXAnchor),
      word.centerYAnchor.constraint(equalTo: guide.centerYAnchor),
    ])
    _ = drawn
    try measure(root: CGSize(width: 200, height: 44))
    try measure(root: CGSize(width: 200, height: 44))
    // The guide extends from 20 to 95, so the word of width 40 begins at 37.5.
    #expect(style(1)["inset-inline-start"] == "37.5px")
    #expect(style(1)["top"] == "12px")
    #expect(guide.layoutFrame == CGRect(x: 20, y: 0, width: 75, height: 44))
  }

  @Test("S10: a lower priority yields, without a message")
  func priorities() throws {
    let wide = word.widthAnchor.constraint(equalToConstant: 500)
    wide.priority = .defaultHigh
    LayoutConstraint.activate([
      wide, word.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      word.trailingAnchor.constraint(lessThanOrEqualTo: root.trailingAnchor),
    ])
    _ = drawn
    try measure(root: CGSize(width: 120, height: 44))
    #expect(style(1)["width"] == "120px")
    #expect(bar.layoutProblems.isEmpty)
    wide.constant = 90
    #expect(style(1)["width"] == "90px")
  }

  @Test("S10: the last of contradicting required constraints is dropped and named")
  func contradiction() throws {
    LayoutConstraint.activate([
      word.widthAnchor.constraint(equalToConstant: 50), word.widthAnchor.constraint(equalToConstant: 80),
    ])
    _ = drawn
    try measure()
    #expect(style(1)["width"] == "50px")
    #expect(bar.layoutProblems.count == 1)
    #expect(bar.layoutProblems[0].contains("width of Label == 80"))
  }

  @Test("S10: what cannot be placed is refused by name")
  func refusals() throws {
    let stack = StackView(arrangedSubviews: [Label(text: "a")])
    root.addSubview(stack)
    let stranger = View()
    LayoutConstraint.activate([
      // The first constraint is refused, because the stack itself places its arranged subviews.
      stack.arrangedSubviews[0].leadingAnchor.constraint(equalTo: word.trailingAnchor),
      // The second constraint is refused, because `stranger` does not belong to the bar.
      word.topAnchor.constraint(equalTo: stranger.topAnchor),
    ])
    _ = drawn
    #expect(bar.layoutProblems.count == 2)
    #expect(bar.layoutProblems.contains { $0.contains("leading of Label == trailing of Label") })
    #expect(bar.layoutProblems.contains { $0.contains("top of Label == top of View") })
    #expect(style(1) == [:])
  }

  @Test("S10: constraints of buttons beside each other make them equally wide")
  func equalButtons() throws {
    let bar = BarView<HorizontalBarLayout, LabelBarButton, LineBarIndicator>()
    let fixture = BarFixture("a", "much longer")
    fixture.fill(bar)
    bar.buttons.all[1].widthAnchor.constraint(equalTo: bar.buttons.all[0].widthAnchor).isActive = true
    let tabs = bar.drawn.all("tab")
    var geometry = BarGeometry(
      buttons: [.zero, .zero], guide: CGSize(width: 300, height: 44), content: CGSize(width: 300, height: 44))
    for (tab, width) in zip(tabs, [20, 90]) {
      let id = try #require(tab.attributes["data-content"].flatMap { Int($0) })
      geometry.contents[id] = CGSize(width: width, height: 44)
    }
    try bar.measured(geometry)
    // The buttons remain in the normal flow of their row.
    #expect(bar.drawn.all("tab").map { $0.style["width"] } == ["90px", "90px"])
    #expect(bar.drawn.all("tab").map(\.classes) == [["tab"], ["tab"]])
  }

  @Test("S11: a view with a frame is where the frame is")
  func frames() throws {
    word.frame = CGRect(x: 10, y: 4, width: 60, height: 20)
    #expect(style(1) == ["left": "10px", "top": "4px", "width": "60px", "height": "20px"])
    #expect(drawn?.children[1].classes == ["placed"])
    word.frame.origin.x = 30
    #expect(style(1)["left"] == "30px")
    // Constraints take precedence over the frame.
    word.leadingAnchor.constraint(equalTo: root.leadingAnchor).isActive = true
    #expect(style(1)["left"] == nil)
  }

  @Test("S11: a container lays out its subviews by frames when its size is known")
  func layoutSubviews() throws {
    final class Half: View {
      let mark = View()
      override func layoutSubviews() {
        if mark.superview == nil { addSubview(mark) }
        mark.frame = CGRect(x: bounds.midX, y: 0, width: bounds.size.width / 2, height: bounds.size.height)
      }
    }
    let half = Half()
    bar.leftAccessoryView = half
    _ = drawn
    try measure(root: CGSize(width: 80, height: 30))
    #expect(style(0) == ["left": "40px", "top": "0", "width": "40px", "height": "30px"])
  }

  @Test("S12: a bar says that its layout shows no buttons")
  func noButtons() {
    final class Forgetful: BarLayout {}
    let bar = BarView<Forgetful, LabelBarButton, LineBarIndicator>()
    let fixture = BarFixture("a", "b")
    fixture.fill(bar)
    _ = bar.drawn
    #expect(bar.layoutProblems.count == 1)
    #expect(bar.layoutProblems[0].contains("Forgetful"))
    #expect(bar.layoutProblems[0].contains("insert(buttons:at:)"))
    let line = Bar.LineBar()
    fixture.fill(line)
    _ = line.drawn
    #expect(line.layoutProblems.isEmpty)
  }
}
