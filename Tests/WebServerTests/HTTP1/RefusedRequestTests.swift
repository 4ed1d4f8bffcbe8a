import HTTPTypes
import Testing

@testable import SnippetBridgeWebServer

/// Requests that servers must refuse according to RFC 9110 and RFC 9112, and requests that the RFCs allow servers to
/// accept or to refuse.
@Suite(.timeLimit(.minutes(5))) struct RefusedRequestTests {
  @Test(arguments: RefusedRequest.all)
  func refused(request: RefusedRequest) {
    let reading = Reading(request.bytes)
    #expect(reading.status?.code == request.status)
    #expect(reading.messages.count == (request.isInBody ? 1 : 0))
    #expect(reading.messages.allSatisfy { !$0.isComplete })
  }

  /// A request is refused at the wrong byte, not at the end of the line or the head.
  @Test(arguments: RefusedRequest.all)
  func refusedWithTheByteThatIsWrong(request: RefusedRequest) {
    let reading = Reading(bytewise: request.bytes)
    #expect(reading.status?.code == request.status)
    #expect(
      reading.given == request.wrongByte, "\(String(decoding: request.bytes.prefix(reading.given), as: UTF8.self))")
  }

  @Test func takenWhereOthersAreRefused() {
    for text in [
      "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
      "GET / HTTP/1.1\r\nHost:\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999999999999\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n7FFFFFFFFFFFFFFF\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0000000000000001\r\n",
    ] {
      let reading = Reading(text)
      #expect(reading.failure == nil && reading.messages.count == 1, "\(text)")
    }
  }
}
