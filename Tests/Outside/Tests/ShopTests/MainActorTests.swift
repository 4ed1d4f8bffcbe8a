import SnippetBridgeTesting
import Testing

/// Tests of a program ported from iOS, where functions run on the main thread. The program runs in a separate process.
/// Its `main` is asynchronous, so that the main actor can run functions.
@Suite(.timeLimit(.minutes(5))) struct MainActorTests {
  @Test func aMainActorClassKeepsSuchCodeRight() async throws {
    let program = try Serving()
    let page = try await TestPage.open(program.url)
    for number in 1...3 {
      let shown = try await page.call("screen.show", "line", as: Int.self)
      #expect(shown == number)
    }
    let counts = try await page.post("screen.count", as: Int.self).all()
    #expect(counts == [3])
    await page.close()
    #expect(program.end() == 0)
  }

  @Test func withoutItAnAssumptionEndsTheProcess() async throws {
    let program = try Serving()
    let page = try await TestPage.open(program.url)
    await #expect(throws: (any Error).self) { try await page.call("unbound.show", "line", as: Int.self) }
    #expect(program.status() != 0)
  }
}
