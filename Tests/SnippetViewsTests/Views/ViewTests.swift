import Foundation
import SnippetViews
import Testing

/// The drawing of views, in the accessory view of a bar.
@Suite(.timeLimit(.minutes(5))) struct ViewTests {
  private let bar = Bar.ButtonBar()
  private let root = View()
  private let child = View()

  init() {
    bar.leftAccessoryView = root
    root.addSubview(child)
  }

  private var drawn: Node? { bar.drawn.first("accessory")?.children.first }
  private var drawnChild: Node? { drawn?.children.first }

  @Test func heldOnBothSidesItFillsAndTakesPartInTheSize() {
    LayoutConstraint.activate([
      child.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 4),
      child.trailingAnchor.constraint(equalTo: root.trailingAnchor, constant: -6),
      child.bottomAnchor.constraint(equalTo: root.bottomAnchor, constant: -2),
    ])
    #expect(drawn?.style["display"] == "grid")
    #expect(drawnChild?.classes == ["view", "pinned"])
    #expect(
      drawnChild?.style == [
        "margin-inline-start": "4px", "margin-inline-end": "6px", "margin-block-end": "2px", "align-self": "end",
      ])
  }

  @Test func heldOnOneSideItLiesAbove() {
    LayoutConstraint.activate([
      child.rightAnchor.constraint(equalTo: root.rightAnchor, constant: -3),
      child.topAnchor.constraint(equalTo: root.topAnchor, constant: 5),
    ])
    #expect(drawnChild?.classes == ["view", "placed"])
    #expect(drawnChild?.style == ["right": "3px", "top": "5px"])
  }

  @Test func centersAreTranslations() {
    LayoutConstraint.activate([
      child.centerXAnchor.constraint(equalTo: root.centerXAnchor),
      child.centerYAnchor.constraint(equalTo: root.centerYAnchor, constant: 2),
    ])
    #expect(drawnChild?.style == ["left": "50%", "top": "50%", "translate": "calc(-50% + 0px) calc(-50% + 2px)"])
  }

  @Test func sizesAreConstantsSharesAndRatios() {
    LayoutConstraint.activate([
      child.widthAnchor.constraint(equalTo: bar.layout.layoutGuide.widthAnchor, multiplier: 0.25, constant: -8),
      child.heightAnchor.constraint(greaterThanOrEqualToConstant: 10),
    ])
    #expect(drawnChild?.style == ["width": "calc(100cqi * 0.25 + -8px)", "min-height": "10px"])
    let square = View()
    root.addSubview(square)
    square.widthAnchor.constraint(equalTo: square.heightAnchor, multiplier: 2).isActive = true
    #expect(drawn?.children.last?.style == ["aspect-ratio": "2"])
  }

  @Test func theOtherWayRoundIsTheSame() {
    LayoutConstraint.activate([
      root.trailingAnchor.constraint(equalTo: child.trailingAnchor, constant: 6),
      root.leadingAnchor.constraint(equalTo: child.leadingAnchor, constant: -4),
    ])
    #expect(drawnChild?.style["margin-inline-start"] == "4px")
    #expect(drawnChild?.style["margin-inline-end"] == "6px")
  }

  @Test func aConstantMayChangeAndAConstraintMayEnd() {
    let constraint = child.topAnchor.constraint(equalTo: root.topAnchor)
    constraint.isActive = true
    var count = 0
    bar.displayHandler = { count += 1 }
    constraint.constant = 9
    #expect(drawnChild?.style["top"] == "9px")
    constraint.isActive = false
    #expect(drawnChild?.style == [:])
    #expect(count == 2)
  }

  @Test func viewsThatAreNotInOneHierarchyAreNamedAndLeftOut() {
    let stranger = Label(text: "x")
    let constraint = child.leadingAnchor.constraint(equalTo: stranger.trailingAnchor)
    constraint.isActive = true
    #expect(!constraint.isActive)
    #expect(drawnChild?.style == [:])
    #expect(bar.layoutProblems.count == 1)
    #expect(bar.layoutProblems.first?.contains("trailing of Label") == true)
  }

  @Test func leavingTheSuperviewEndsConstraintsToIt() {
    child.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
    child.heightAnchor.constraint(equalToConstant: 7).isActive = true
    child.removeFromSuperview()
    root.addSubview(child)
    #expect(drawnChild?.style == ["height": "7px"])
  }

  @Test func aViewIsInOneSuperviewOnly() {
    let other = View()
    bar.rightAccessoryView = other
    other.addSubview(child)
    #expect(root.subviews.isEmpty)
    #expect(child.superview == other)
  }

  @Test func itLooksAsItSays() {
    child.alpha = 0.5
    child.backgroundColor = Color(red: 1, green: 0, blue: 0.5)
    child.tintColor = .bad
    child.cornerRadius = 4
    child.transform = Transform(translationX: 2, y: 0)
    child.isUserInteractionEnabled = false
    child.isHidden = true
    child.classes = ["own"]
    child.accessibilityLabel = "A child"
    #expect(
      drawnChild?.style == [
        "opacity": "0.5", "background": "rgb(255 0 127.5 / 1)", "color": "var(--bad)", "border-radius": "4px",
        "transform": "translate(2px, 0)", "pointer-events": "none",
      ])
    #expect(drawnChild?.classes == ["view", "own"])
    #expect(drawnChild?.attributes == ["hidden": "", "aria-label": "A child"])
  }

  @Test func stacksAreInTheOrderOfTheirArrangedViews() {
    let stack = StackView(arrangedSubviews: [Label(text: "a"), Label(text: "b")])
    stack.axis = .vertical
    stack.spacing = 3
    stack.insertArrangedSubview(Label(text: "c"), at: 0)
    bar.leftAccessoryView = stack
    #expect(drawn?.children.map(\.text) == ["c", "a", "b"])
    #expect(drawn?.classes == ["view", "stack", "vertical"])
    #expect(drawn?.style == ["gap": "3px"])
    stack.arrangedSubviews[1].removeFromSuperview()
    #expect(drawn?.children.map(\.text) == ["c", "b"])
  }

  @Test func allThatIsDrawnIsOnTheLists() throws {
    // At run time, the library does not check the names of the elements, attributes and styles that its own views use.
    // So this test checks that the nodes of a bar use only names on the lists of allowed names.
    let bar = BarView<HorizontalBarLayout, TabItemBarButton, ChevronBarIndicator>()
    let fixture = BarFixture("a", "b")
    fixture.items[0].image = .icon(.more)
    fixture.items[0].selectedImage = try Image("/a.png")
    fixture.fill(bar)
    bar.layout.showSeparators = true
    bar.layout.contentInset = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    bar.indicator.size = .large
    bar.indicator.tintColor = .bad
    bar.leftPinnedAccessoryView = root
    bar.move(to: 0.5, capacity: 2, animated: true)
    try bar.measureEqually(count: 2)
    var tags: [String] = []
    func check(_ node: Node) throws {
      tags.append(node.tag)
      for (name, value) in node.attributes where !(node.tag == "button" && name == "type") {
        _ = try node.attribute(name, value)
      }
      for (property, value) in node.style { _ = try node.style(property, value) }
      for child in node.children { try check(child) }
      _ = try Node(node.tag, classes: node.classes)
    }
    try check(bar.drawn)
    // The bar has drawn the buttons of both items.
    #expect(tags.count { $0 == "button" } >= 2)
  }
}
