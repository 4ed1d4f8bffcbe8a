import DSBridgeLocks
import Dispatch
import Logging
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

@Suite(.ownThreads, .timeLimit(.minutes(5))) struct LogQueueTests {
  private let log = LogRecorder(from: .trace)

  /// A handler that blocks the writing thread until it is released, like a full pipe.
  private struct SlowHandler: LogHandler {
    var handler: any LogHandler
    let isHeld: DispatchSemaphore
    let mayWrite: DispatchSemaphore

    func log(event: LogEvent) {
      isHeld.signal()
      mayWrite.wait()
      mayWrite.signal()
      handler.log(event: event)
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { handler[metadataKey: key] }
      set { handler[metadataKey: key] = newValue }
    }
    var metadata: Logger.Metadata {
      get { handler.metadata }
      set { handler.metadata = newValue }
    }
    var logLevel: Logger.Level {
      get { handler.logLevel }
      set { handler.logLevel = newValue }
    }
  }

  @Test func aHandlerThatIsHeldHoldsNobodyWhoLogs() {
    let (isHeld, mayWrite) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var logger = log.logger
    logger.handler = SparingLogHandler(SlowHandler(handler: logger.handler, isHeld: isHeld, mayWrite: mayWrite))
    logger.info("0")
    isHeld.wait()
    for number in 1...LogQueue.maximumLines + 7 { logger.info("\(number)") }
    logger.flush(within: .milliseconds(1))
    #expect(log.lines == [])
    mayWrite.signal()
    logger.flush(within: .seconds(60))
    #expect(log.lines == (0...LogQueue.maximumLines).map { "\($0)" }, "in their order")
    logger.warning("next", metadata: ["a": "b"])
    logger.warning("last")
    logger.flush(within: .seconds(60))
    #expect(log.lines.suffix(2) == ["next a=b lost=7 earlier lines", "last"])
  }

  /// The logger calls the metadata provider in the task that logs, because tracing identifies a request by its task.
  @Test func whatATaskSaysIsAskedForWhereItLogs() {
    var logger = log.logger
    var handler = SparingLogHandler(logger.handler)
    handler.metadataProvider = Logger.MetadataProvider { ["task": "\(Self.task)"] }
    logger.handler = handler
    Self.$task.withValue("mine") { logger.info("said", metadata: ["a": "b"]) }
    logger.flush(within: .seconds(60))
    #expect(log.lines == ["said a=b task=mine"])
  }

  @TaskLocal private static var task = "none"

  @Test func aLevelThatIsNotEnabledCostsNothing() {
    var logger = log.logger
    logger.handler = SparingLogHandler(logger.handler)
    logger.logLevel = .error
    logger.info("\(Self.unwanted())")
    logger.flush(within: .seconds(60))
    #expect(log.lines == [])
  }

  private static func unwanted() -> String {
    Issue.record("made for nobody")
    return ""
  }
}
