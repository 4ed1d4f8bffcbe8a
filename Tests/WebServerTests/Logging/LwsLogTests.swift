import CLibwebsockets
import TestSupport
import Testing

@testable import WebServer

@Suite struct LwsLogTests {
  /// Whatever it says, and however many different things.
  @Test func aPeerCannotFillTheLogThroughLibwebsockets() {
    let recorder = LogRecorder()
    let logger = LwsLog.sparing(recorder.logger)
    for number in 0..<1000 { LwsLog.emit(level: Int32(LLL_ERR), text: "error \(number)", to: logger) }
    logger.flush(within: .seconds(60))
    #expect(recorder.lines.count == MessageLimit.most)
    #expect(recorder.lines.first == "libwebsockets says=error 0")
  }
}
