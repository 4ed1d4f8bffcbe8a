import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct ExchangeTests {
  private let closed = UpstreamFailure(.closed, "closed")
  private let unreachable = UpstreamFailure(.unreachable, "unreachable")

  @Test func aKeptConnectionThatWasClosedIsTriedOnceMore() {
    var exchange = Exchange(isRepeatable: true)
    #expect(exchange.mayUseKeptConnection)
    exchange.opened(isKept: true)
    #expect(exchange.failed(closed) == .retry)
    #expect(!exchange.mayUseKeptConnection)
    exchange.opened(isKept: false)
    #expect(exchange.failed(closed) == .answer(closed))
  }

  @Test func aNewConnectionIsNot() {
    var exchange = Exchange(isRepeatable: true)
    exchange.opened(isKept: false)
    #expect(exchange.failed(closed) == .answer(closed))
  }

  @Test func whatMayNotBeRepeatedGetsANewConnection() {
    var exchange = Exchange(isRepeatable: false)
    #expect(!exchange.mayUseKeptConnection)
    exchange.opened(isKept: true)
    #expect(exchange.failed(closed) == .answer(closed))
  }

  @Test func aResponseThatHasBegunIsNotRepeated() {
    var exchange = Exchange(isRepeatable: true)
    exchange.opened(isKept: true)
    exchange.heard()
    #expect(exchange.failed(closed) == .answer(closed))
  }

  @Test func afterTheHeadNothingElseCanBeSaid() {
    var exchange = Exchange(isRepeatable: true)
    exchange.opened(isKept: true)
    exchange.heard()
    exchange.headPassed()
    #expect(exchange.failed(closed) == .cut)
  }

  @Test func onlyAClosedConnectionIsTriedAgain() {
    var exchange = Exchange(isRepeatable: true)
    #expect(exchange.failed(unreachable) == .answer(unreachable))
    exchange.opened(isKept: true)
    let late = exchange.lateness
    #expect(exchange.failed(late) == .answer(late))
  }

  @Test func eachStageHasItsTime() {
    var limits = UpstreamLimits()
    (limits.connectTimeLimit, limits.responseTimeLimit, limits.silenceTimeLimit) = (
      .seconds(1), .seconds(2), .seconds(3)
    )
    var exchange = Exchange(isRepeatable: true)
    #expect(exchange.timeLimit(limits) == .seconds(1))
    exchange.opened(isKept: false)
    #expect(exchange.timeLimit(limits) == .seconds(2))
    exchange.heard()
    #expect(exchange.timeLimit(limits) == .seconds(3))
    exchange.headPassed()
    #expect(exchange.timeLimit(limits) == .seconds(3))
  }
}
