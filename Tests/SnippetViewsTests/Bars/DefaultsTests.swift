import Foundation
import SnippetViews
import Testing

@Suite(.timeLimit(.minutes(5))) struct DefaultsTests {
  @Test("S16: the defaults are those of Tabman")
  func defaults() {
    let line = LineBarIndicator()
    #expect(line.weight == .medium)
    #expect(line.cornerStyle == .square)
    #expect(DotBarIndicator().size == .medium)
    #expect(ChevronBarIndicator().size == .medium)
    #expect(BlockBarIndicator().cornerStyle == .square)
    let layout = HorizontalBarLayout()
    #expect(layout.separatorInset == EdgeInsets(top: 4, left: 0, bottom: 4, right: 0))
    #expect(layout.separatorWidth == 1)
    #expect(layout.interButtonSpacing == 16)
    #expect(layout.contentMode == .intrinsic)
    #expect(ConstrainedHorizontalBarLayout().visibleButtonCount == 5)
    let bar = Bar.ButtonBar()
    #expect(bar.spacing == 8)
    #expect(bar.indicator.overscrollBehavior == .bounce)
    #expect(!bar.indicator.isProgressive)
    let button = LabelBarButton(for: BarItem(title: "One"), intrinsicSuperview: nil)
    #expect(button.contentInset == EdgeInsets(top: 12, left: 0, bottom: 12, right: 0))
    let badge = BadgeView()
    #expect(badge.contentInset == EdgeInsets(top: 2, left: 4, bottom: 2, right: 4))
    #expect(BarAnimation(isEnabled: true).duration == 0.25)
  }
}
