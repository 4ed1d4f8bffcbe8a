import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// Tests that request bodies are refused because of the request's head, or because the bodies of all requests are too
/// large together.
@Suite(.timeLimit(.minutes(5))) struct BodyRefusalTests {
  /// The test sends no byte of the body, so a server that waits for it would never answer.
  @Test(arguments: [[], ["Expect: 100-continue"]])
  func theHandlerMayRefuseByTheHead(_ headers: [String]) async throws {
    let handler = TestHandler(refuse: { request in
      request.path == "/no" ? .plain(.unauthorized, "not \(request.framing)") : nil
    })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("POST", "/no", headers: headers + ["Content-Length: 1000"])
      let answer = try socket.readResponse()
      #expect(answer.status == 401 && answer.text == "not length(1000)\n" && answer.header("Connection") == "close")
      // Body bytes in transit are ignored.
      try socket.send([UInt8](repeating: 0, count: 1000))
      #expect(try socket.readToEnd().isEmpty)
      #expect(try RawSocket(port: port).request("POST", "/yes", body: [1, 2]).text == "POST /yes - 2")
    }
  }

  @Test(.timeLimit(.minutes(1))) func allBodiesTogetherAreLimited() async throws {
    let log = LogRecorder()
    // The body arrives in one read.
    let body = pattern(40_000)
    try await withServer(logger: log.logger, change: { $0.http.maximumTotalBodySize = 30_000 }) { port in
      func post(_ body: some Collection<UInt8>) throws -> Int {
        try RawSocket(port: port).request("POST", "/", body: Array(body)).status
      }
      /// Sends all bytes except the last one.
      func begin() throws -> RawSocket {
        let socket = try RawSocket(port: port)
        try socket.sendRequest("POST", "/", headers: ["Content-Length: \(body.count)", "Expect: 100-continue"])
        #expect(try socket.readHead().hasPrefix("HTTP/1.1 100"))
        try socket.send(Array(body.dropLast()))
        return socket
      }
      let first = try begin()
      #expect(try post(body) == 503)
      #expect(log.lines == ["a request was refused: too many request bodies are arriving peer=127.0.0.1"])
      #expect(try post(body.prefix(ArrivalBudget.free)) == 200)
      // Requests that are answered, refused or aborted release their budget.
      try first.send(Array(body.suffix(1)))
      #expect(try first.readResponse().status == 200)
      #expect(try post(body) == 200)
      do {
        let gone = try begin()
        #expect(try post(body) == 503)
        withExtendedLifetime(gone) {}
      }
      while try post(body) != 200 {}
    }
  }

  /// The total also counts bytes that no handler has read yet, and bytes that a handler has reported as kept.
  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func soAreThoseThatHandlersReadAsTheyCome(isRead: Bool) async throws {
    let log = LogRecorder()
    let (arrivals, gate) = (EventQueue<Int>(), Gate())
    let handler = TestHandler(stream: { request, body, pending in
      if request.method == .get { return pending.send(ServerResponse(.ok)) }
      pending.sendLater {
        if !isRead { await gate.wait() }
        var count = 0
        do {
          for try await piece in body {
            count += piece.count
            guard body.keep(count) else { return .plain(.serviceUnavailable, "no room") }
            arrivals.add(count)
          }
        } catch { return .plain(.badRequest, "\(error)") }
        return ServerResponse(.ok)
      }
    })
    try await withServer(handler, logger: log.logger, change: { $0.http.maximumTotalBodySize = 30_000 }) { port in
      let first = try RawSocket(port: port)
      try first.sendRequest("POST", "/", headers: ["Content-Length: 40000"])
      try first.send([UInt8](repeating: 1, count: 39_999))
      if isRead { while try arrivals.next() < 39_999 {} }
      // When this request is answered, the loop has read everything before it.
      #expect(try RawSocket(port: port).request("GET", "/").status == 200)
      let second = try RawSocket(port: port)
      try second.sendRequest("POST", "/", headers: ["Content-Length: 40000"], body: nil)
      try second.send([UInt8](repeating: 1, count: 39_999))
      #expect(try second.readResponse().status == 503)
      #expect(log.lines.first == "a request was refused: too many request bodies are arriving peer=127.0.0.1")
      gate.open()
      try first.send([1])
      #expect(try first.readResponse().status == 200)
    }
  }

  @Test func theBudgetCountsWhatIsOverTheFreePart() {
    let budget = ArrivalBudget(maximumTotalBodySize: 100)
    var (one, other) = (0, 0)
    #expect(budget.resize(&one, to: ArrivalBudget.free) && one == 0)
    #expect(budget.resize(&one, to: ArrivalBudget.free + 60) && one == 60)
    #expect(!budget.resize(&other, to: ArrivalBudget.free + 41) && other == 0)
    #expect(budget.resize(&other, to: ArrivalBudget.free + 40))
    budget.giveBack(&one)
    #expect(one == 0 && budget.resize(&other, to: ArrivalBudget.free + 100))
    budget.giveBack(&one)
    #expect(!budget.resize(&one, to: ArrivalBudget.free + 1))
  }
}
