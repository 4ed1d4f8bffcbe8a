import Dispatch
import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// Responses that handlers send through a `PendingResponse`, not as the result of a task.
@Suite(.timeLimit(.minutes(5))) struct PendingResponseTests {
  private static func reply(_ text: String) -> ServerResponse {
    ServerResponse(.ok, headers: [.contentType: "text/plain"], body: .bytes(Array(text.utf8)))
  }

  @Test func theHandlerMayAnswerBeforeItReturns() async throws {
    let handler = TestHandler(respond: { request, pending in pending.send(TestHandler.echo(request)) })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      for path in ["/1", "/2", "/3"] { try socket.sendRequest("GET", path) }
      for path in ["/1", "/2", "/3"] { #expect(try socket.readResponse().text == "GET \(path) - 0") }
      #expect(try socket.request("POST", "/4", body: [1, 2]).text == "POST /4 - 2")
    }
  }

  @Test func anyThreadMayAnswerAndOnlyTheFirstCounts() async throws {
    let handler = TestHandler(respond: { request, pending in
      DispatchQueue.global().async {
        pending.send(TestHandler.echo(request))
        pending.send(Self.reply("too late"))
      }
    })
    try await withServer(handler, change: { $0.loops = 2 }) { port in
      for _ in 1...20 {
        let socket = try RawSocket(port: port)
        for path in ["/1", "/2"] { #expect(try socket.request("GET", path).text == "GET \(path) - 0") }
      }
    }
  }

  @Test func nothingIsSentToAPeerThatHasGone() async throws {
    let questions = EventQueue<PendingResponse>()
    let handler = TestHandler(respond: { request, pending in
      if request.path == "/wait" { questions.add(pending) } else { pending.send(TestHandler.echo(request)) }
    })
    try await withServer(handler) { port in
      let pending: PendingResponse
      do {
        let socket = try RawSocket(port: port)
        try socket.sendRequest("GET", "/wait")
        pending = try questions.next()
        socket.reset()
      }
      // When this request of another client is answered, the server has noticed that the first client has disconnected.
      #expect(try RawSocket(port: port).request("GET", "/").status == 200)
      pending.send(Self.reply("nobody hears this"))
      #expect(try RawSocket(port: port).request("GET", "/").status == 200)
    }
  }

  /// The task of `sendLater` is cancelled when the peer disconnects, even if the peer disconnects before the task
  /// starts.
  @Test func aTaskEndsWithThePeer() async throws {
    let questions = EventQueue<PendingResponse>()
    let events = EventQueue<String>()
    let handler = TestHandler(respond: { _, pending in questions.add(pending) })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("GET", "/")
      let pending = try questions.next()
      socket.reset()
      pending.sendLater {
        await untilCancelled()
        events.add(Task.isCancelled ? "cancelled" : "not cancelled")
        return ServerResponse(.ok)
      }
      #expect(try events.next() == "cancelled")
    }
  }
}
