import Foundation
import SnippetViews
import Testing

@Suite(.timeLimit(.minutes(5))) struct BarGeometryTests {
  private let bar = BarView<HorizontalBarLayout, LabelBarButton, LineBarIndicator>()
  private let fixture = BarFixture("a", "b", "c")

  init() throws {
    fixture.fill(bar)
    bar.move(to: 1, capacity: 3)
    try bar.measureEqually(count: 3)
  }

  private static let frame = CGRect(x: 0, y: 0, width: 10, height: 10)
  private static let size = CGSize(width: 100, height: 44)

  @Test(arguments: [
    (BarGeometry(buttons: [frame, frame], guide: size, content: size), BarGeometryError.count(2, expected: 3)),
    (
      BarGeometry(
        buttons: [frame, frame, CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1)], guide: size, content: size),
      .button(2)
    ),
    (
      BarGeometry(
        buttons: [frame, CGRect(x: 0, y: 0, width: -1, height: 1), frame], guide: size, content: size),
      .button(1)
    ),
    (
      BarGeometry(
        buttons: [CGRect(x: CGFloat.infinity, y: 0, width: 1, height: 1), frame, frame], guide: size, content: size),
      .button(0)
    ),
    (
      BarGeometry(
        buttons: [frame, frame, frame], guide: CGSize(width: -5, height: 0), content: size), .guide
    ),
    (
      BarGeometry(
        buttons: [frame, frame, frame], guide: size, content: CGSize(width: 1e30, height: 0)), .content
    ),
    (
      BarGeometry(buttons: [frame, frame, frame], guide: size, content: size, generation: 0),
      .generation(0, current: 1)
    ),
  ])
  func nonsenseIsRefusedAndChangesNothing(geometry: BarGeometry, error: BarGeometryError) {
    let before = bar.drawn.outline
    #expect(throws: error) { try bar.measured(geometry) }
    #expect(bar.drawn.outline == before)
  }

  @Test func geometryComesAsJSON() throws {
    let json = #"{"buttons":[[0,1,2.5,3]],"guide":[4,5],"content":[6,7],"direction":"rtl","generation":2}"#
    let geometry = try JSONDecoder().decode(BarGeometry.self, from: Data(json.utf8))
    #expect(
      geometry
        == BarGeometry(
          buttons: [CGRect(x: 0, y: 1, width: 2.5, height: 3)], guide: CGSize(width: 4, height: 5),
          content: CGSize(width: 6, height: 7), direction: .rightToLeft, generation: 2))
    #expect(try JSONDecoder().decode(BarGeometry.self, from: JSONEncoder().encode(geometry)) == geometry)
    for bad in [
      #"{"buttons":[[0,1,2]],"guide":[4,5],"content":[6,7],"direction":"ltr"}"#,
      #"{"buttons":[],"guide":[4],"content":[6,7],"direction":"ltr"}"#,
      #"{"buttons":[],"guide":[4,5],"content":[6,7],"direction":"up"}"#,
    ] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(BarGeometry.self, from: Data(bad.utf8)) }
    }
  }

  @Test func aReloadWaitsForNewMeasuresAndLeavesTheIndicatorWhereItIs() throws {
    let before = bar.drawn.first("indicator")?.style["--x"]
    fixture.items.append(BarItem(title: "d"))
    bar.reloadData(at: 3...3, context: .insertion)
    #expect(bar.focusAreas.isEmpty)
    #expect(bar.drawn.first("indicator")?.style["--x"] == before)
    #expect(bar.drawn.first("row")?.attributes["data-generation"] == "2")
    try bar.measureEqually(count: 4)
    #expect(bar.focusAreas.count == 4)
  }

  @Test func aLayoutThatSaysNonsenseIsNowhere() throws {
    let bar = BarView<NonsenseLayout, LabelBarButton, LineBarIndicator>()
    fixture.fill(bar)
    bar.move(to: 1, capacity: 3)
    try bar.measured(BarGeometry(buttons: [], guide: Self.size, content: Self.size))
    #expect(bar.drawn.first("indicator")?.style["--w"] == "0")
  }
}

private final class NonsenseLayout: BarLayout {
  override func focusArea(for position: CGFloat, capacity: Int) -> CGRect {
    CGRect(x: CGFloat.nan, y: 0, width: .infinity, height: 1)
  }
}
