import DSBridgeLocks
import Logging
import TestSupport
import Testing

@testable import DSBridge

/// The logs of a web view, in debug mode and otherwise.
@Suite(.timeLimit(.minutes(2))) struct DebugModeTests {
  private let log = LogRecorder(from: .trace)
  private let webView: WebView
  private let page: MemoryPage

  init() async throws {
    webView = WebView(logger: log.logger, limits: .unwatched, clock: TestClock())
    webView.addInterface(
      HandMade {
        [
          ExposedFunction("greet", synchronous: { try $0.reply("Hello \(try $0.decode(Int.self))") }),
          ExposedFunction("pay", synchronous: { try $0.reply(try $0.decode(Card.self).number) }),
          ExposedFunction(
            "twice",
            completing: { _, responder in
              responder.send(1, last: false)
              responder.send(2)
            }),
        ]
      }, by: nil)
    page = MemoryPage(webView)
    try await page.open()
  }

  private struct Card: Codable {
    struct Invalid: Error { let number: String }

    let number: String

    init(from decoder: any Decoder) throws {
      throw Invalid(number: try decoder.singleValueContainer().decode(String.self))
    }
  }

  /// The log's lines about calls, without the metadata.
  private var calls: [String] {
    log.lines.filter { $0.contains(" calls ") }.map {
      String($0.prefix(upTo: $0.firstRange(of: " webView=")?.lowerBound ?? $0.endIndex))
    }
  }

  @Test("S26: each call of the page is one line") func eachCallOfThePageIsOneLine() async throws {
    webView.isInDebugMode = true
    try page.say(next: "ask $ greet 41")
    #expect(await page.next("reply") == #"reply 2 "Hello 41""#)
    #expect(try await page.call("call 3 greet 42") == #"reply 3 "Hello 42""#)
    try page.say("ask 4 twice null\nask 5 greet \"secret\"\nask 6 missing null")
    await webView.settled()
    #expect(
      calls == [
        #"page calls greet 41 = "Hello 41" (0.0 ms)"#, #"page calls greet 42 = "Hello 42" (0.0 ms)"#,
        #"page calls greet "secret" failed: argument: expected Int, got "secret" (0.0 ms)"#,
        #"page calls missing null failed: noSuchMethod: There is no method "missing". (0.0 ms)"#,
        "page calls twice null = 1, more follow (0.0 ms)", "page calls twice null = 2 (0.0 ms)",
      ])
  }

  @Test("S26: each call of Swift is one line") func eachCallOfSwiftIsOneLine() async throws {
    webView.isInDebugMode = true
    webView.call("show", with: ["cart", 1])
    #expect(await page.next("invoke") == #"invoke 1 show ["cart",1]"#)
    try page.say(next: "return $ 1 done true")
    await webView.settled()
    #expect(calls == [#"Swift calls show ["cart",1] = true (0.0 ms)"#])
  }

  @Test("S26: long values are cut") func longValuesAreCut() async throws {
    webView.isInDebugMode = true
    try page.say(next: "ask $ missing \"\(String(repeating: "ä", count: 10_000))\"")
    await webView.settled()
    let line = try #require(calls.first)
    #expect(line.hasPrefix("page calls missing \"ää") && line.utf8.count < 700 && line.contains("… failed: "))
  }

  @Test("S27: without the debug mode, no argument and no result is logged") func withoutItNoValueIsLogged() async throws
  {
    try page.say(next: "ask $ greet 4141")
    try page.say(next: "ask $ greet \"secret\"")
    _ = try await page.call("call 4 greet \"secret\"")
    try page.say(next: "post $ greet dscb0 \"secret\"")
    try page.say(next: "ask $ pay \"secret\"")
    await webView.settled()
    #expect(calls == [])
    #expect(!log.lines.contains { $0.contains("secret") || $0.contains("4141") }, "\(log.lines)")
    for type in ["Int", "Card"] {
      #expect(log.lines.contains { $0.contains("a call failed") && $0.contains("argument: expected \(type)") })
    }
  }
}
