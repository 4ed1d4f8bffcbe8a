import Foundation
import SnippetViews
import Testing

@Suite(.timeLimit(.minutes(5))) struct BarPositionTests {
  private let bar = BarView<HorizontalBarLayout, LabelBarButton, LineBarIndicator>()
  private let fixture = BarFixture("a", "b", "c")

  init() throws {
    fixture.fill(bar)
    bar.move(to: 0, capacity: 3)
    try bar.measureEqually(count: 3)
  }

  private var indicator: Node? { bar.drawn.first("indicator") }
  private var states: [CGFloat] { bar.buttons.all.map(\.selectionState.rawValue) }

  /// At position 1.5, two buttons are half selected, and the indicator is between them.
  @Test func halfWayTwoButtonsShareTheSelectionAndTheIndicatorIsBetween() {
    bar.move(to: 1.5, capacity: 3)
    #expect(states == [0, 0.5, 0.5])
    #expect(indicator?.style["--x"] == "160px")
    #expect(indicator?.style["--w"] == "110px")
    #expect(indicator?.style["--t"] == "0ms")
    let colors = bar.drawn.all("tab").map { $0.children.first?.style["color"] }
    let mixed = "color-mix(in srgb, var(--accent) 50%, var(--muted))"
    #expect(colors == [nil, mixed, mixed])
  }

  @Test(arguments: [BarUpdateDirection.none, .forward, .reverse])
  func theDirectionChangesNoShare(direction: BarUpdateDirection) {
    bar.update(for: 0.25, capacity: 3, direction: direction, animation: BarAnimation(isEnabled: false))
    #expect(states == [0.75, 0.25, 0])
  }

  @Test func almostThereIsThere() {
    bar.move(to: 1.0004, capacity: 3)
    #expect(states == [0, 1, 0])
    bar.move(to: 1.9996, capacity: 3)
    #expect(states == [0, 0, 1])
  }

  /// With `.snap`, the indicator jumps to the next button at the halfway position, with an animation.
  @Test func snapJumpsAtTheHalfAndIsAnimated() {
    bar.indicator.transitionStyle = .snap
    bar.move(to: 0.49, capacity: 3)
    #expect(indicator?.style["--x"] == "0")
    #expect(indicator?.style["--t"] == "250ms")
    bar.move(to: 0.5, capacity: 3)
    #expect(indicator?.style["--x"] == "100px")
    #expect(indicator?.attributes["data-focus"] == nil)
  }

  /// With `.none`, the indicator jumps to the next button at the halfway position, without an animation.
  @Test func noneJumpsWithoutAnimation() {
    bar.indicator.transitionStyle = .none
    bar.buttons.transitionStyle = .none
    bar.move(to: 0.5, capacity: 3, animated: true)
    #expect(indicator?.style["--x"] == "100px")
    #expect(indicator?.style["--t"] == "0ms")
    #expect(states == [0, 1, 0])
  }

  @Test func eachPartFollowsInItsOwnStyle() {
    bar.buttons.transitionStyle = .snap
    bar.move(to: 0.25, capacity: 3)
    let drawn = bar.drawn
    #expect(states == [1, 0, 0])
    #expect(drawn.first("indicator")?.style["--x"] == "25px")
    #expect(drawn.first("tab")?.style["--t"] == "250ms")
  }

  @Test func anAnimatedUpdateTakesItsTime() {
    bar.update(for: 1, capacity: 3, direction: .forward, animation: BarAnimation(isEnabled: true, duration: 0.4))
    #expect(indicator?.style["--t"] == "400ms")
    #expect(bar.drawn.first("scroller")?.attributes["data-scroll-time"] == "400")
  }

  @Test func bounceLeavesTheBar() {
    bar.move(to: -0.25, capacity: 3)
    #expect(indicator?.style["--x"] == "-25px")
    bar.move(to: 2.25, capacity: 3)
    #expect(indicator?.style["--x"] == "245px")
    #expect(indicator?.style["--w"] == "100px")
  }

  @Test func compressBecomesNarrower() {
    bar.indicator.overscrollBehavior = .compress
    bar.move(to: -0.25, capacity: 3)
    #expect(indicator?.style["--x"] == "0")
    #expect(indicator?.style["--w"] == "75px")
    bar.move(to: 2.25, capacity: 3)
    #expect(indicator?.style["--x"] == "245px")
    #expect(indicator?.style["--w"] == "75px")
    bar.move(to: 9, capacity: 3)
    #expect(indicator?.style["--w"] == "0")
  }

  @Test func noOverscrollStays() {
    bar.indicator.overscrollBehavior = .none
    bar.move(to: -0.5, capacity: 3)
    #expect(indicator?.style["--x"] == "0")
    #expect(indicator?.style["--w"] == "100px")
  }

  @Test func progressiveBeginsAtTheFirstPageAndGrows() {
    bar.indicator.isProgressive = true
    bar.move(to: 1, capacity: 3)
    #expect(indicator?.style["--x"] == "0")
    #expect(indicator?.style["--w"] == "220px")
    bar.move(to: 1.5, capacity: 3)
    #expect(indicator?.style["--w"] == "270px")
    bar.move(to: -0.5, capacity: 3)
    #expect(indicator?.style["--w"] == "50px")
  }

  @Test func rightToLeftIsTheMirrorImage() throws {
    try bar.measureEqually(count: 3, .rightToLeft)
    let width: CGFloat = 320
    #expect(bar.focusAreas.map(\.minX) == [220, 100, 0])
    bar.move(to: -0.25, capacity: 3)
    #expect(indicator?.style["--x"] == "245px")
    bar.move(to: 2.25, capacity: 3)
    #expect(indicator?.style["--x"] == "-25px")
    bar.indicator.overscrollBehavior = .compress
    #expect(indicator?.style["--x"] == "0")
    #expect(indicator?.style["--w"] == "75px")
    bar.indicator.isProgressive = true
    bar.move(to: 1, capacity: 3)
    #expect(indicator?.style["--x"] == "\(Int(width - 220))px")
    #expect(indicator?.style["--w"] == "220px")
  }

  @Test func thePageGetsThePlacesFromOneBeforeToOneAfter() {
    #expect(
      bar.focusAreas
        == [0, 100, 220].enumerated().map { index, x in
          CGRect(x: x, y: 0, width: index == 1 ? 120 : 100, height: 44)
        })
    #expect(indicator?.attributes["data-focus"] == "-100 100,0 100,100 120,220 100,320 100")
  }

  @Test func theFocusIsScrolledToTheMiddle() {
    var scroll: String? { bar.drawn.first("scroller")?.attributes["data-scroll"] }
    #expect(scroll == "-50")
    bar.move(to: 1, capacity: 3)
    #expect(scroll == "60")
    bar.move(to: 2, capacity: 3)
    #expect(scroll == "170")
  }

  @Test(arguments: [CGFloat.nan, .infinity, -.infinity])
  func whatIsNoPositionIsIgnored(position: CGFloat) {
    bar.move(to: 1, capacity: 3)
    let before = bar.drawn.outline
    bar.move(to: position, capacity: 3)
    bar.move(to: 0, capacity: 0)
    bar.move(to: 0, capacity: -1)
    #expect(bar.drawn.outline == before)
  }

  @Test func beforeItIsMeasuredTheIndicatorIsNotSeen() {
    let bar = BarView<HorizontalBarLayout, LabelBarButton, LineBarIndicator>()
    fixture.fill(bar)
    bar.move(to: 1, capacity: 3)
    #expect(bar.drawn.first("indicator")?.classes.contains("unplaced") == true)
    #expect(bar.focusAreas.isEmpty)
  }

  @Test func anotherWindowSizeMovesNothingSlowly() throws {
    bar.move(to: 1, capacity: 3, animated: true)
    #expect(indicator?.style["--t"] == "250ms")
    try bar.measureEqually(count: 3, guide: 150)
    #expect(indicator?.style["--t"] == "0ms")
  }

  @Test func aPositionSaidAgainChangesNothing() throws {
    bar.move(to: 1, capacity: 3, animated: true)
    try bar.measureEqually(count: 3, guide: 150)
    var count = 0
    bar.displayHandler = { count += 1 }
    bar.move(to: 1, capacity: 3, animated: true)
    #expect(count == 0)
    #expect(indicator?.style["--t"] == "0ms")
  }

  @Test func positionsFarBeyondTheEndsAreOnePageBeyond() {
    bar.move(to: 1e12, capacity: 3)
    #expect(indicator?.style["--x"] == "320px")
    #expect(states == [0, 0, 1])
  }

  @Test func moreButtonsThanPagesAndMorePagesThanButtons() {
    bar.move(to: 1, capacity: 2)
    #expect(states == [0, 1, 0])
    bar.move(to: 6, capacity: 8)
    #expect(states == [0, 0, 1])
    #expect(bar.drawn.all("tab").last?.attributes["aria-selected"] == "true")
  }
}
