import Foundation
import SnippetViews
import Testing

/// A button that shows its selection by its width, corners, color and visibility.
private final class ManyButton: BarButton {
  let mark = View()
  private lazy var width = mark.widthAnchor.constraint(equalToConstant: 10)

  override func layout(in view: View) {
    view.addSubview(mark)
    width.isActive = true
  }

  override func update(for selectionState: SelectionState) {
    let raw = selectionState.rawValue
    width.constant = 10 + 20 * raw
    mark.cornerRadius = 8 * raw
    mark.backgroundColor = raw > 0.5 ? .accent : .muted
    mark.isHidden = raw < 0.25
  }
}

@Suite(.timeLimit(.minutes(5))) struct BarAnimationTests {
  private let bar = BarView<HorizontalBarLayout, ManyButton, LineBarIndicator>()
  private let fixture = BarFixture("a", "b")

  init() throws {
    fixture.fill(bar)
    bar.move(to: 0, capacity: 2)
    try bar.measureEqually(count: 2)
    _ = bar.drawn
  }

  @Test("S14: what update(for:) changes is drawn with the duration of the animation")
  func animated() {
    bar.update(for: 1, capacity: 2, direction: .forward, animation: BarAnimation(isEnabled: true, duration: 0.3))
    let tabs = bar.drawn.all("tab")
    #expect(tabs.map { $0.style["--t"] } == ["300ms", "300ms"])
    let mark = tabs[1].children[0]
    #expect(mark.style == ["width": "30px", "border-radius": "8px", "background": "var(--accent)"])
    #expect(tabs[0].children[0].attributes["hidden"] == "")
  }

  @Test("S14: changes without an animation, or after it, have no duration")
  func notAnimated() {
    bar.update(for: 1, capacity: 2, direction: .forward, animation: BarAnimation(isEnabled: false))
    #expect(bar.drawn.all("tab").map { $0.style["--t"] } == [nil, nil])
    bar.update(for: 0, capacity: 2, direction: .reverse, animation: BarAnimation(isEnabled: true))
    #expect(bar.drawn.all("tab")[0].style["--t"] == "250ms")
    bar.buttons.all[0].mark.backgroundColor = .bad
    #expect(bar.drawn.all("tab")[0].style["--t"] == nil)
  }
}
