import Testing

@testable import DSBridge

/// Functions start in the order in which the page called them, whether they suspend or not.
@Suite(.timeLimit(.minutes(5))) struct StartOrderTests {
  @Test func asynchronousAndSynchronousFunctionsTakeTurns() async throws {
    let webView = WebView()
    let started = Started()
    webView.addInterface(started, by: nil)
    let page = MemoryPage(webView)
    try await page.open()
    let lines = (2...501).map { "ask \($0) \($0.isMultiple(of: 2) ? "waiting" : "plain") \($0)" }
    try page.say(lines.joined(separator: "\n"))
    try page.say("ask 502 numbers null")
    var answer = ""
    while !answer.hasPrefix("reply 502 ") { answer = await page.next("reply 502") }
    #expect(answer == "reply 502 [\((2...501).map(String.init).joined(separator: ","))]")
  }
}

@Exposed
private final class Started {
  private var all: [Int] = []

  func plain(_ number: Int) { all.append(number) }

  nonisolated(nonsending) func waiting(_ number: Int) async {
    all.append(number)
    await Task.yield()
  }

  func numbers() -> [Int] { all }
}
