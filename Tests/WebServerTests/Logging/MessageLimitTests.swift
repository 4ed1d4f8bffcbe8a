import Logging
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct MessageLimitTests {
  private let start = ContinuousClock.now

  @Test func aMessageIsSaidSoOftenInAMinute() {
    var limit = MessageLimit()
    for _ in 1..<MessageLimit.most { #expect(limit.verdict(on: "a", at: start) == .say(leftOut: 0)) }
    #expect(limit.verdict(on: "a", at: start + .seconds(1)) == .sayLast)
    for _ in 0..<7 { #expect(limit.verdict(on: "a", at: start + .seconds(59)) == .leaveOut) }
    #expect(limit.verdict(on: "b", at: start + .seconds(59)) == .say(leftOut: 0))
    #expect(limit.verdict(on: "a", at: start + .seconds(60)) == .say(leftOut: 7))
    #expect(limit.verdict(on: "a", at: start + .seconds(61)) == .say(leftOut: 0))
  }

  /// The level `notice` is limited as well, because pages can cause such messages, for example by a slow function.
  @Test(arguments: [(Logger.Level.info, false), (.notice, true), (.warning, true), (.error, true)])
  func whatIsSaidUnaskedIsLimited(level: Logger.Level, isLimited: Bool) {
    let log = LogRecorder(from: .trace)
    var logger = log.logger
    logger.handler = SparingLogHandler(logger.handler)
    for number in 0..<1000 { logger.log(level: level, "again", metadata: ["number": "\(number)"]) }
    logger.flush(within: .seconds(60))
    // A new minute may begin during the test.
    #expect(isLimited ? (20...40).contains(log.lines.count) : log.lines.count == 1000, "\(log.lines.count)")
  }

  @Test func whatIsKeptIsBounded() {
    var limit = MessageLimit()
    for number in 0..<1000 { _ = limit.verdict(on: "\(number)", at: start) }
    #expect(limit.counts.count <= MessageLimit.maximumMessages + 1)
    #expect(limit.verdict(on: "new", at: start) == .leaveOut)
    #expect(limit.verdict(on: "0", at: start) == .say(leftOut: 0))
  }
}
