import SnippetBridgeCLibwebsockets
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct LwsLogTests {
  @Test func whatItSaysOfEachSocketIsLeftOut() {
    let recorder = LogRecorder()
    for text in ["adopt_socket_readbuf: calling service", "adopt_socket_readbuf: ca", ""] {
      LwsLog.emit(level: Int32(LLL_ERR), text: text, to: recorder.logger)
    }
    #expect(recorder.lines.isEmpty)
  }

  /// All messages of libwebsockets share one limit, even if they differ.
  @Test func aPeerCannotFillTheLogThroughLibwebsockets() {
    let recorder = LogRecorder()
    let logger = LwsLog.sparing(recorder.logger)
    for number in 0..<1000 { LwsLog.emit(level: Int32(LLL_ERR), text: "error \(number)", to: logger) }
    logger.flush(within: .seconds(60))
    #expect(recorder.lines.count == MessageLimit.most)
    #expect(recorder.lines.first == #"libwebsockets says="error 0""#)
  }
}
