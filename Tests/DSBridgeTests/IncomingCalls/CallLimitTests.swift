import DSBridgeLocks
import Logging
import TestSupport
import Testing

@testable import DSBridge

/// Calls that exceed a limit fail. The page continues, and the log contains one line.
@Suite(.timeLimit(.minutes(5))) struct CallLimitTests {
  private let log = LogRecorder(from: .notice)

  private func page(_ change: (inout WebView.Limits) -> Void) async throws -> MemoryPage {
    var limits = WebView.Limits()
    change(&limits)
    let webView = WebView(logger: log.logger, limits: limits)
    webView.addInterface(
      HandMade {
        [
          ExposedFunction("echo", synchronous: { try $0.reply($0.decode(JSON.self)) }),
          ExposedFunction(String(repeating: "f", count: 18), synchronous: { try $0.reply("long") }),
        ]
      }, by: nil)
    let page = MemoryPage(webView)
    try await page.open()
    return page
  }

  private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  @Test(arguments: [true, false]) func methodNames(isBlocking: Bool) async throws {
    let page = try await page { $0.maximumMethodNameSize = 18 }
    for (number, length) in [17, 18, 19, 10_000].enumerated() {
      let name = String(repeating: "f", count: length)
      var line: String
      if isBlocking {
        line = try await page.call("call \(number + 2) \(name) null")
      } else {
        try page.say("ask \(number + 2) \(name) null")
        repeat { line = await page.next() } while !line.contains(" \(number + 2) ")
      }
      let wanted = [17: "noSuchMethod", 18: "\"long\""][length] ?? "tooLarge"
      #expect(line.contains(wanted), "\(length): \(line)")
      #expect(line.utf8.count < 300)
    }
    #expect(log.lines.count == 1)
  }

  /// JSON is refused if it is nested deeper than the configured limit, or deeper than the fixed limit of 512 levels.
  @Test(arguments: [(5, 5), (512, 512), (10_000, 512)]) func depth(setting: Int, limit: Int) async throws {
    let page = try await page { $0.maximumJSONDepth = setting }
    for (number, depth) in [limit - 1, limit, limit + 1, 100_000].enumerated() {
      let line = try await page.call("call \(2 * number + 2) echo \(nested(depth))")
      let isTaken = depth <= limit
      #expect(line.hasPrefix(isTaken ? "reply" : "fail"), "\(depth): \(line.prefix(200))")
      if !isTaken { #expect(line.contains("nested deeper than \(limit) levels") && line.utf8.count < 300) }
      // Results that the page returns have the same limit.
      let value = Task { try await page.webView.call("f", returning: JSON.self) }
      let id = await page.next("invoke").split(separator: " ")[1]
      try page.say("return \(2 * number + 3) \(id) done \(nested(depth))")
      if isTaken {
        #expect(try await value.value.bytes.count == 2 * depth)
      } else {
        let error = await #expect(throws: BridgeError.self) { try await value.value }
        #expect(error?.message.contains("nested deeper than \(limit) levels") == true, "\(error?.message ?? "")")
      }
    }
    #expect(log.lines.count == (setting < 512 ? 1 : 0))
  }

  /// The number of completions that functions keep is limited. Calls with a callback and cancelled calls count too,
  /// although the page waits for no answer.
  @Test(arguments: ["post $ keep cb null", "ask $ keep null\ncancel $$ $", "ask $ keepLater null\ncancel $$ $"])
  func onlySoManyCompletionsAreKept(call: String) async throws {
    var limits = WebView.Limits()
    limits.maximumRunningCalls = 3
    let webView = WebView(logger: log.logger, limits: limits)
    let kept = Mutex<[Responder]>([])
    webView.addInterface(
      HandMade {
        [
          ExposedFunction("keep", completing: { _, responder in kept.withLock { $0.append(responder) } }),
          ExposedFunction("keepLater", streaming: { _, responder in kept.withLock { $0.append(responder) } }),
          ExposedFunction("answer", completing: { _, responder in responder.send(1) }),
        ]
      }, by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    var number = 0
    // Makes `calls` calls, then an `ask` of another function, and returns the answer to the `ask`.
    func make(_ calls: Int) async throws -> String {
      for _ in 0..<calls {
        let lines = call.split(separator: "\n").count
        try page.say(call.replacing("$$", with: "\(number + 2)").replacing("$", with: "\(number + 1)"))
        number += lines
      }
      number += 1
      try page.say("ask \(number) answer null")
      while true {
        let message = await page.next()
        let line = message.split(separator: "\n").first {
          $0.hasPrefix("reply \(number) ") || $0.hasPrefix("fail \(number) ")
        }
        if let line { return String(line) }
      }
    }
    // Answered calls do not count.
    for _ in 0..<5 { #expect(try await make(0).hasPrefix("reply")) }
    #expect(try await make(2).hasPrefix("reply"))
    #expect(try await make(1).contains("tooLarge"))
    #expect(kept.withLock { $0.count } == 3)
    #expect(try await make(5).contains("tooLarge"))
    #expect(kept.withLock { $0.count } == 3)
    // End one completion by its last value, and release another.
    kept.withLock { kept in
      kept[0].end()
      kept.removeLast()
    }
    #expect(try await make(1).hasPrefix("reply"))
    #expect(try await make(1).contains("tooLarge"))
    // The count starts again with the next document.
    let next = MemoryPage(webView, id: "b")
    try await next.open(ready: false)
    try next.say("ask 1 answer null")
    #expect(await next.next("reply") == "reply 1 1")
  }

  @Test func bracketsInStringsAreNotNested() {
    let text: JSON = #"{"a[[[\"[[[":["[[[\\"],"b":[{}]}"#
    #expect(!text.isNested(deeperThan: 3))
    #expect(text.isNested(deeperThan: 2))
  }
}
