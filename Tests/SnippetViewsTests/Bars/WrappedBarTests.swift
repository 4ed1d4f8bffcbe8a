import Foundation
import SnippetViews
import Testing

@Suite(.timeLimit(.minutes(5))) struct WrappedBarTests {
  private let fixture = BarFixture("a", "b", "c")

  @Test func aSystemBarIsTheBarWithItsClass() throws {
    let inner = Bar.ButtonBar()
    let bar = inner.systemBar()
    fixture.fill(bar)
    bar.move(to: 1, capacity: 3)
    try bar.measureEqually(count: 3)
    var wrapped = bar.drawn
    #expect(wrapped.classes == ["bar", "system"])
    #expect(bar.items?.count == 3)
    #expect(bar.focusAreas.count == 3)
    wrapped = wrapped.first("row") ?? wrapped
    #expect(wrapped.outline == inner.drawn.first("row")?.outline)
  }

  @Test func aHiddenBarComesBackWithThePosition() {
    let bar = Bar.ButtonBar().hiding(trigger: .time(duration: 2))
    fixture.fill(bar)
    bar.move(to: 0, capacity: 3)
    let first = bar.drawn
    #expect(first.style["--hide-after"] == "2000ms")
    bar.move(to: 1, capacity: 3)
    // A new position starts another CSS animation, which restarts the time until the bar hides.
    let second = bar.drawn
    #expect(second.classes != first.classes)
    bar.move(to: 1, capacity: 3)
    #expect(bar.drawn.classes == second.classes)
    bar.hide(animated: false)
    bar.move(to: 1, capacity: 3)
    #expect(bar.drawn.classes == ["bar", "hiding", "drawer", "away"])
    #expect(bar.drawn.style["--hide-time"] == "0s")
    bar.move(to: 2, capacity: 3)
    #expect(!bar.drawn.classes.contains("away"))
  }

  @Test func aBarThatIsHiddenByHandStaysSo() {
    let bar = Bar.ButtonBar().hiding(trigger: .manual)
    fixture.fill(bar)
    bar.hideTransition = .fade
    var isDone = false
    bar.hide(animated: true) { isDone = $0 }
    bar.move(to: 1, capacity: 3)
    #expect(isDone)
    #expect(bar.drawn.classes == ["bar", "hiding", "fade", "away"])
    bar.show(animated: true)
    #expect(bar.drawn.classes == ["bar", "hiding", "fade"])
  }

  @Test func aChangeInsideAsksForADrawing() {
    let inner = Bar.ButtonBar()
    let bar = inner.hiding(trigger: .manual)
    fixture.fill(bar)
    var count = 0
    bar.displayHandler = { count += 1 }
    inner.indicator.tintColor = .bad
    #expect(count == 1)
  }
}
