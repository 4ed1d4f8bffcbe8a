import Testing

@testable import DSBridge

/// Tests of the dictionaries of `InterfaceTable`, in which calls find their functions. The functions of an interface
/// are read once, on its first call.
@Suite(.timeLimit(.minutes(5))) struct LookUpTests {
  @Test func anInterfaceIsReadOnceHoweverOftenItIsCalled() async throws {
    let reads = Seen()
    let webView = WebView()
    webView.addInterface(
      HandMade {
        reads.add(1)
        return (0..<100).map { number in ExposedFunction("f\(number)", synchronous: { try $0.reply(number) }) }
      }, by: "many")
    let page = MemoryPage(webView)
    try await page.open()
    for number in 0..<100 {
      let answer = try await page.call("call \(number + 2) many.f\(number) null")
      #expect(answer == "reply \(number + 2) \(number)")
    }
    #expect(reads.all.count == 1)
  }

  @Test func theLastOfOneNameIsCalledAndListedOnce() throws {
    var table = InterfaceTable()
    table.add(DerivedInterface(), by: "a")
    table.add(EnumInterface.onStreet, by: "b")
    #expect(table.all.map(\.namespace) == ["a", "b"])
    #expect(table.all[0].functions.map(\.name) == ["name", "shared", "own"])
    let function = try #require(table.function(for: Method(namespace: "a", name: "name")))
    guard case .synchronous(let body) = function.body else { throw Failure() }
    #expect(try body(Arguments(json: "null")).json == #""derived""#)
    table.add(EnumInterface.onStreet, by: "a")
    #expect(table.all.map(\.namespace) == ["b", "a"])
    table.remove(by: "b")
    #expect(table.all.map(\.namespace) == ["a"])
    #expect(table.function(for: Method(namespace: "b", name: "getName")) == nil)
  }
}
