import Logging
import TestSupport
import Testing

@testable import DSBridge

/// The log lines and messages about programming errors.
@Suite(.timeLimit(.minutes(1))) struct DiagnosticsTests {
  private let log = LogRecorder(from: .info)

  private func page() async throws -> MemoryPage {
    let webView = WebView(logger: log.logger)
    webView.addInterface(ClassInterface(), by: "shop.till")
    let page = MemoryPage(webView)
    try await page.open()
    return page
  }

  @Test(arguments: [
    ("shop.till.adingOne", "shop.till.addingOne"), ("shop.till.addingone", "shop.till.addingOne"),
    ("shop.tills.addingOne", "shop.till.addingOne"), ("shop.till.movedd", "shop.till.moved"),
  ])
  func aMisspeltMethodIsReportedWithTheNearestName(name: String, nearest: String) async throws {
    let failure = try await page().call("call 2 \(name) 1")
    #expect(failure.contains("noSuchMethod") && failure.contains(#"Did you mean \"\#(nearest)\"?"#), "\(failure)")
    #expect(log.lines == ["a page called an unknown method method=\(name) nearest=\(nearest)"])
  }

  @Test(arguments: ["x", "shop.till.somethingElse", String(repeating: "a", count: 1000)])
  func aNameThatIsFarFromAllIsNot(name: String) async throws {
    let failure = try await page().call("call 2 \(name) 1")
    #expect(failure.contains("noSuchMethod") && !failure.contains("Did you mean"), "\(failure)")
    #expect(log.lines.isEmpty)
  }

  @Test func theNearestNameDiffersInAtMostTwoBytes() {
    var table = InterfaceTable()
    table.add(
      HandMade { ["print", "printed", "pause"].map { ExposedFunction($0, synchronous: { _ in .empty }) } }, by: "")
    for (name, nearest) in [
      ("prnit", "print"), ("prin", "print"), ("prints", "print"), ("printe", "print"), ("printedd", "printed"),
      ("print", nil), ("PRInt", nil), ("pa", nil), ("paws", "pause"), ("", nil),
    ] { #expect(table.nearest(to: name) == nearest, "\(name)") }
  }

  /// Any page may call unknown functions, so only some names are compared.
  @Test func theNumberOfComparedNamesIsLimited() {
    var table = InterfaceTable()
    for namespace in 0..<4 {
      table.add(
        HandMade { (0..<300).map { ExposedFunction("name\($0 + 100)", synchronous: { _ in .empty }) } },
        by: "space\(namespace)")
    }
    #expect(InterfaceTable.mostCompared == 1000)
    #expect(table.nearest(to: "space3.Name199") == "space3.name199")
    #expect(table.nearest(to: "space3.Name201") == "space0.name201")
  }

  @Test func anArgumentObjectsLabelsAreNamed() async throws {
    let line = try await page().call("call 2 shop.till.moved 5")
    #expect(line.contains("expected an object with the arguments { point, by, vertically? }, got 5"))
  }

  @Test func anInterfaceThatReplacesAnotherIsLogged() async throws {
    let page = try await page()
    page.webView.addInterface(ClassInterface(), by: "shop.till")
    page.webView.addInterface(HandMade { [] }, by: "shop.till")
    page.webView.removeInterface(by: "shop.till")
    page.webView.addInterface(ClassInterface(), by: "shop.till")
    #expect(try await page.call("call 2 shop.till.addingOne 1") == "reply 2 2")
    let problem =
      "an interface replaced another one in its namespace; call removeInterface(by:) first if this is intended"
    #expect(log.lines == ["\(problem) by=HandMade namespace=shop.till replaced=ClassInterface"])
  }
}
