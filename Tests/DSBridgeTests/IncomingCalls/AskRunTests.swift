import DSBridgeLocks
import Logging
import TestSupport
import Testing

@testable import DSBridge

/// Consecutive calls of one wire message, which the server processes together. The answers must be the same as if each
/// call were a separate message.
@Suite(.timeLimit(.minutes(2))) struct AskRunTests {
  private struct Refused: Error, CustomStringConvertible {
    let description = "refused"
  }

  private let seen = Seen()
  private let log = LogRecorder(from: .notice)

  private func page(isImmediate: Bool, _ change: (inout WebView.Limits) -> Void = { _ in }) async throws -> MemoryPage {
    var limits = WebView.Limits()
    limits.functionTimeLimit = .seconds(1000)
    change(&limits)
    let webView = WebView(logger: log.logger, limits: limits)
    for namespace in ["", "ns", "größe"] {
      webView.addInterface(
        HandMade { [seen] in
          [
            .bind(
              "addingOne", .value(), .result(),
              { (value: Int) throws -> Int in
                seen.add(value)
                guard value != 13 else { throw Refused() }
                return value &+ 1
              }),
            .bind("largest", .result(), { () -> [Double] in [1, .infinity] }),
            .bind("nothing", .value(), .nothing(), { (_: Int) -> Void in }),
            .bind("none", .value(), .result(), { (_: Int) -> Int? in nil }),
            .bind("two", labels: ["a", "b"], .value(), .value(), .result()) { (a: Int, b: Int) -> Int in a + b },
            ExposedFunction("a b%", synchronous: { try $0.reply("\(namespace) escaped") }),
            ExposedFunction("Ä", synchronous: { try $0.reply("umlaut") }),
            ExposedFunction("completing", completing: { $1.send(1) }),
          ]
        }, by: namespace, immediate: isImmediate)
    }
    let page = MemoryPage(webView)
    try await page.open()
    return page
  }

  /// Sends the lines as one wire message. Numbers from 2 on replace `$`. Returns the answers in the order of arrival.
  private func answers(to lines: [String], of page: MemoryPage) async throws -> [String] {
    try page.say(lines.enumerated().map { $1.replacing("$", with: "\($0 + 2)") }.joined(separator: "\n"))
    var answers: [String] = []
    while answers.count < lines.count {
      answers += await page.next().split(separator: "\n").filter { $0.hasPrefix("reply ") || $0.hasPrefix("fail ") }
        .map(String.init)
    }
    return answers
  }

  @Test func eventsThatAFunctionSendsPrecedeItsReply() async throws {
    let webView = WebView(logger: log.logger)
    webView.addInterface(
      HandMade { [weak webView] in
        [
          .bind(
            "tell", .value(), .result(),
            { (value: Int) throws -> Int in
              // Safe: the function is not immediate, so it runs in the web view's isolation.
              webView?.assumeIsolated { $0.tellShownPage("told", JSON("\(value)")) }
              return value
            })
        ]
      }, by: "")
    let page = MemoryPage(webView)
    try await page.open()
    try page.say("ask 2 tell 1\nask 3 tell 2")
    var lines: [String] = []
    while !lines.contains(where: { $0.hasPrefix("reply 3 ") }) {
      lines += await page.next().split(separator: "\n").map(String.init)
    }
    lines.removeAll { !$0.hasPrefix("event ") && !$0.hasPrefix("reply ") }
    #expect(lines == ["event told 1", "reply 2 1", "event told 2", "reply 3 2"])
  }

  @Test(arguments: [true, false]) func anErrorIsTheAnswerOfItsOwnLineAlone(isImmediate: Bool) async throws {
    let page = try await page(isImmediate: isImmediate)
    let answers = try await answers(to: [1, 2, 13, 4, 5].map { "ask $ addingOne \($0)" }, of: page)
    #expect(
      answers[0] == "reply 2 2" && answers[1] == "reply 3 3" && answers[3] == "reply 5 5" && answers[4] == "reply 6 6")
    #expect(
      answers[2].hasPrefix("fail 4 ") && answers[2].contains("\"kind\":\"thrown\"") && answers[2].contains("refused"),
      "\(answers[2])")
    #expect(seen.all == [1, 2, 13, 4, 5])
    // Line 6 was processed before, so its copy is dropped.
    try page.say("ask 6 addingOne 5\nask 7 addingOne 6")
    #expect(await page.next("reply") == "reply 7 7")
    #expect(seen.all == [1, 2, 13, 4, 5, 6])
  }

  /// If encoding a result fails, the bytes that were already written for it are removed from the answer.
  @Test func aResultThatCannotBeWrittenLeavesNothing() async throws {
    let page = try await page(isImmediate: true)
    let answers = try await answers(to: ["ask $ addingOne 1", "ask $ largest null", "ask $ addingOne 2"], of: page)
    #expect(answers[0] == "reply 2 2" && answers[2] == "reply 4 3")
    #expect(answers[1].hasPrefix("fail 3 ") && answers[1].contains("\"kind\":\"result\""), "\(answers[1])")
  }

  @Test(arguments: [true, false]) func functionsAreFoundHoweverTheyAreWritten(isImmediate: Bool) async throws {
    let page = try await page(isImmediate: isImmediate)
    let calls: [(String, String)] = [
      ("addingOne 1", "2"), ("ns.addingOne 2", "3"), ("addingOne 3", "4"), ("%61ddingOne 4", "5"),
      ("%20addingOne 5", "6"),
      ("ns.a%20b%25 null", "\"ns escaped\""), ("a%20b%25 null", "\" escaped\""), ("ns.%c3%84 null", "\"umlaut\""),
      ("ns.Ä null", "\"umlaut\""), ("ns.A\u{308} null", "\"umlaut\""), ("größe.addingOne 6", "7"),
      ("two {\"a\":1,\"b\":2}", "3"),
      ("nothing 1", "\"\""), ("none 1", "\"\""), ("%6es%2eaddingOne 7", "8"), ("ns.%41%CC%88 null", "\"umlaut\""),
      ("completing null", "1"), ("addingOne 8", "9"),
    ]
    let answers = try await answers(to: calls.map { "ask $ \($0.0)" }, of: page)
    let byNumber = answers.sorted { number($0) < number($1) }
    for (index, call) in calls.enumerated() {
      #expect(byNumber[index] == "reply \(index + 2) \(call.1)", "\(call.0)")
    }
  }

  private func number(_ line: String) -> Int { line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }

  @Test(arguments: [
    "ns.addingone", "ADDINGONE", "addingOne.", ".addingOne", "n.addingOne", "addingOnf", "addingOn", "ns", "", "%25",
  ]) func aNameThatIsNotThereFailsBetweenOthersThatAre(name: String) async throws {
    let page = try await page(isImmediate: true)
    let answers = try await answers(
      to: ["ask $ ns.addingOne 1", "ask $ \(name) 2", "ask $ ns.addingOne 3", "ask $ \(name) 4"], of: page)
    #expect(answers[0] == "reply 2 2" && answers[2] == "reply 4 4")
    for answer in [answers[1], answers[3]] { #expect(answer.contains("\"kind\":\"noSuchMethod\""), "\(answer)") }
  }

  @Test func aCallOverALimitFailsBetweenOthersThatAreNot() async throws {
    let page = try await page(isImmediate: false) {
      $0.maximumJSONDepth = 2
      $0.maximumMethodNameSize = 12
    }
    let answers = try await answers(
      to: [
        "ask $ addingOne 1", "ask $ nothing [[[0]]]", "ask $ ns.addingOne 2", "ask $ größe.nothing 2", "ask $ none 2",
      ],
      of: page)
    #expect(answers[0] == "reply 2 2" && answers[2] == "reply 4 3")
    #expect(answers[1].contains("nested deeper than 2 levels"), "\(answers[1])")
    #expect(answers[3].contains("\"kind\":\"tooLarge\""), "\(answers[3])")
    #expect(answers[4] == "reply 6 \"\"")
    #expect(log.lines.count == 1)
  }

  @Test func aGapEndsTheConnectionAfterWhatCameBefore() async throws {
    let page = try await page(isImmediate: true)
    try page.say("ask 2 addingOne 1\nask 4 addingOne 2")
    #expect(await page.next("closed") == "closed 1002 line 4 arrived, but an earlier line is missing")
    #expect(await page.next("reply") == "reply 2 2")
    #expect(seen.all == [1])
  }

  /// If a function replaces a part of the keystone, later calls use the new part, even those of the same wire message.
  @Test func aFunctionMayReplaceThePartThatReadsTheNextCallOfItsMessage() async throws {
    let webView = WebView()
    let keystone = try #require(webView.keystone as? Keystone)
    webView.addInterface(
      HandMade { [weak webView] in
        [
          .bind("f", .value(), .result(), { (value: Int) -> Int in value }),
          .bind("replace", .value(), .nothing(), { (_: Int) -> Void in keystone.methodResolver = Shouting() }),
          .bind("restore", .value(), .nothing(), { (_: Int) -> Void in webView?.keystone = Keystone() }),
        ]
      }, by: nil)
    let page = MemoryPage(webView)
    try await page.open()
    let answers = try await answers(
      to: ["ask $ f 1", "ask $ replace 0", "ask $ F 2", "ask $ RESTORE 0", "ask $ f 3", "ask $ F 4"], of: page)
    #expect(answers[0] == "reply 2 1" && answers[2] == "reply 4 2" && answers[4] == "reply 6 3")
    #expect(answers[5].contains("\"kind\":\"noSuchMethod\""), "\(answers[5])")
  }

  private struct Shouting: MethodResolving {
    func resolveMethodFromRaw(_ text: String) throws -> Method { Method(namespace: "", name: text.lowercased()) }
  }

  /// If an interface is replaced or removed, later messages no longer call its functions.
  @Test func whatWasFoundIsForgottenWithItsInterface() async throws {
    let page = try await page(isImmediate: true)
    #expect(try await answers(to: ["ask $ ns.addingOne 1"], of: page) == ["reply 2 2"])
    page.webView.addInterface(
      HandMade { [.bind("addingOne", .value(), .result(), { (value: Int) -> Int in value + 2 })] }, by: "ns")
    try page.say("ask 3 ns.addingOne 1\nask 4 ns.addingOne 2")
    #expect(await page.next("reply") == "reply 3 3")
    page.webView.removeInterface(by: "ns")
    try page.say("ask 5 ns.addingOne 1")
    #expect(await page.next("fail").contains("\"kind\":\"noSuchMethod\""))
  }
}
