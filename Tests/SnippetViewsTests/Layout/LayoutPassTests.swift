import Foundation
import Testing

@testable import SnippetViews

/// A layout pass reuses the solutions of unchanged views from the last pass.
@Suite(.timeLimit(.minutes(1))) struct LayoutPassTests {
  private let root = View()
  private var measurements = BarGeometry(buttons: [], guide: .zero, content: .zero)
  private var last: LayoutPass?

  /// Lays out the root. Returns the number of systems that were solved.
  private mutating func solve() -> Int {
    // A solution that the pass reuses ends with this rect, which belongs to no item.
    let mark = CGRect(x: -1, y: -1, width: -1, height: -1)
    let known = last?.solutions.mapValues { solution in
      ConstraintSystem.Solution(rects: solution.rects + [mark], violated: solution.violated)
    }
    let pass = LayoutPass(of: root, guideAt: nil, measurements, reusing: known ?? [:])
    last = pass
    return pass.solutions.values.count { $0.rects.last != mark }
  }

  /// Adds views in a row, each with four constraints.
  private func addRow(of count: Int) -> LayoutConstraint {
    let constraints = (0..<count).flatMap { index -> [LayoutConstraint] in
      let (view, before) = (View(), root.subviews.last)
      root.addSubview(view)
      return [
        view.leadingAnchor.constraint(equalTo: before?.trailingAnchor ?? root.leadingAnchor, constant: 8),
        view.centerYAnchor.constraint(equalTo: root.centerYAnchor),
        view.widthAnchor.constraint(equalToConstant: CGFloat(30 + index % 7)),
        view.heightAnchor.constraint(greaterThanOrEqualToConstant: 20),
      ]
    }
    LayoutConstraint.activate(constraints)
    return constraints[0]
  }

  @Test("S10: a pass solves only what has changed") mutating func changes() {
    let inset = addRow(of: 3)
    root.identifier = 1
    #expect(solve() == 1)
    #expect(solve() == 0)
    measurements.sizes[1] = CGSize(width: 200, height: 40)
    #expect(solve() == 1)
    #expect(root.subviews[0].frame == CGRect(x: 8, y: 10, width: 30, height: 20))
    #expect(solve() == 0)
    inset.constant = 12
    // Two systems are solved, because the change affects the smallest size of the root too.
    #expect(solve() == 2)
    #expect(root.subviews[0].frame == CGRect(x: 12, y: 10, width: 30, height: 20))
    measurements.sizes[1] = last?.solutions.values.map { $0.rects[0].size }.min { $0.width < $1.width }
    #expect(solve() == 0)
  }

  @Test("S10: the time of a layout with 200 constraints") mutating func time() {
    _ = addRow(of: 50)
    let clock = ContinuousClock()
    let first = clock.measure { _ = solve() }
    let second = clock.measure { #expect(solve() == 0) }
    print("layout with 200 constraints: \(first / .milliseconds(1)) ms, unchanged \(second / .milliseconds(1)) ms")
  }
}
