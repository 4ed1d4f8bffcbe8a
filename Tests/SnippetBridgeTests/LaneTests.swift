import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// The additional socket for a document's blocking calls, which is called the lane.
@Suite(.timeLimit(.minutes(5))) struct LaneTests {
  @Test func itAnswersCallsAndNothingElseComesOnIt() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let page = try await stranger.socketWithHello()
      let lane = try await stranger.lane()
      try await lane.send("call 1 addingOne 1")
      #expect(try await lane.receive() == "reply 1 2")
      // The page's own socket stays open and carries all other lines.
      try await page.send("ask 2 addingOne 2")
      #expect(try await page.receive().contains("reply 2 3"))
      try await lane.send("call 3 nope null")
      #expect(try await lane.receive().hasPrefix("fail 3 "))
    }
  }

  @Test func itNeedsNoOtherSocket() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      _ = try await stranger.hello()
      let lane = try await stranger.lane()
      try await lane.send("call 1 addingOne 1")
      #expect(try await lane.receive() == "reply 1 2")
    }
  }

  /// Numbered lines are processed once and in order, regardless of which socket delivers them first.
  @Test func aCallCarriesWhatIsNotConfirmedAndLateCopiesAreDropped() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let page = try await stranger.socketWithHello()
      let lane = try await stranger.lane()
      try await lane.send("post 1 note dscb0 \"a\"\npost 2 note dscb1 \"b\"\ncall 3 takeNotes null")
      #expect(try await lane.receive() == #"reply 3 ["a","b"]"#)
      try await page.send("post 1 note dscb0 \"a\"\npost 2 note dscb1 \"b\"\npost 4 note dscb2 \"c\"")
      try await lane.send("post 4 note dscb2 \"c\"\ncall 5 takeNotes null")
      #expect(try await lane.receive() == #"reply 5 ["c"]"#)
    }
  }

  /// Simulates a page that receives no answer from its worker. It sends the same call on the socket and in an HTTP
  /// request.
  @Test func aCallRunsOnceAndIsAnsweredOnBothWays() async throws {
    let blocking = Blocking()
    try await TestServer.run(prepare: {
      $0.addInterface(Fixture(), by: nil)
      $0.addInterface(blocking, by: "b")
    }) { test async throws in
      var stranger = HandmadeClient(test)
      _ = try await stranger.hello()
      let lane = try await stranger.lane()
      try await lane.send("call 1 run null")
      #expect(try await lane.receive() == "reply 1 1")
      #expect(try await stranger.post("/_bridge/call", "call 1 run null").text == "reply 1 1")
      try await lane.send("call 2 b.block null")
      let asking = stranger
      async let joined = asking.post("/_bridge/call", "call 2 b.block null")
      blocking.release(1)
      #expect(try await lane.receive() == #"reply 2 "released""#)
      #expect(try await joined.text == #"reply 2 "released""#)
      #expect(try await stranger.post("/_bridge/call", "call 3 run null").text == "reply 3 2")
    }
  }

  @Test func itsEndIsNotThePagesEnd() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let page = try await stranger.socketWithHello()
      let lane = try await stranger.lane()
      try await lane.close(code: 1001)
      _ = try await lane.ended()
      try await page.send("ask 1 addingOne 1")
      #expect(try await page.receive().contains("reply 1 2"))
      let next = try await stranger.lane()
      try await next.send("call 2 addingOne 2")
      #expect(try await next.receive() == "reply 2 3")
    }
  }

  @Test func aNewerOneClosesTheOlder() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      _ = try await stranger.hello()
      let older = try await stranger.lane()
      let newer = try await stranger.lane()
      #expect(try await older.ended().code == 4000)
      try await newer.send("call 1 addingOne 1")
      #expect(try await newer.receive() == "reply 1 2")
    }
  }

  @Test(arguments: ["post 1 note dscb0 \"a\"", "ack 0", "call 7 addingOne 1", "hello {}", "fly"])
  func whatIsNoCallClosesItAndNotThePage(message: String) async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let page = try await stranger.socketWithHello()
      let lane = try await stranger.lane()
      try await lane.send(message)
      #expect(try await lane.ended().code == 1002)
      try await page.send("ask 1 addingOne 1")
      #expect(try await page.receive().contains("reply 1 2"))
    }
  }

  @Test func ticketsAreForOneKindOfSocketAndOneSession() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let pageTicket = try await stranger.hello()
      let laneTicket = try await stranger.post("/_bridge/lane", "").text
      for hello in [
        stranger.laneHello(pageTicket), stranger.socketHello(laneTicket), stranger.laneHello(laneTicket),
        stranger.laneHello("x"), stranger.laneHello("x", lane: "other"),
      ] {
        let socket = try await stranger.socket()
        try await socket.send(hello)
        #expect(try await socket.ended().code == 1008)
      }
      var thief = stranger
      thief.cookie = nil
      #expect(try await thief.post("/_bridge/lane", "").status == 401)
      thief = stranger
      thief.origin = "http://evil.example"
      #expect(try await thief.post("/_bridge/lane", "").status == 403)
      thief = stranger
      thief.documentHeader = nil
      #expect(try await thief.post("/_bridge/lane", "").status == 403)
      #expect(try await stranger.post("/_bridge/lane", "x").status == 413)
    }
  }

  @Test func aDocumentThatIsNotShownAnyMoreHasNone() async throws {
    try await TestServer.run { test async throws in
      var stranger = HandmadeClient(test)
      let reply = try await stranger.post("/_bridge/hello", stranger.helloBody)
      stranger.cookie = reply["Set-Cookie"].map { String($0.prefix { $0 != ";" }) }
      let answer = try #require(try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any])
      let lane = try await stranger.lane()
      var next = stranger
      next.document = String(repeating: "c", count: 32)
      next.documentHeader = next.document
      next.webView = answer["webView"] as? String
      _ = try await next.hello()
      try await lane.send("call 1 addingOne 1")
      #expect(try await lane.ended().code == 1008)
    }
  }

  @Test func aShutdownAnswersWhatRuns() async throws {
    let blocking = Blocking()
    let started = AsyncStream<Void>.makeStream()
    var lane: WebSocketClient?
    var releasing: Task<Void, Never>?
    try await TestServer.run(prepare: {
      $0.addInterface(blocking, by: "b")
      $0.addInterface(Started(started.continuation), by: "s")
    }) { test async throws in
      var stranger = HandmadeClient(test)
      _ = try await stranger.hello()
      let socket = try await stranger.lane()
      lane = socket
      var other = HandmadeClient(test)
      other.document = String(repeating: "c", count: 32)
      other.documentHeader = other.document
      let page = try await other.socketWithHello()
      try await socket.send("post 1 s.start dscb0 null\ncall 2 b.block null")
      for await _ in started.stream { break }
      // Release the function only after the shutdown has begun, which the page learns by a `bye` line.
      releasing = Task {
        while let message = try? await page.receive(), !message.contains("bye ") {}
        blocking.release(1)
      }
    }
    #expect(try await lane?.receive() == #"reply 2 "released""#)
    #expect(try await lane?.ended().code == 1001)
    await releasing?.value
  }
}

/// An interface that reports calls to its function.
@Exposed
final class Started: Sendable {
  private let continuation: AsyncStream<Void>.Continuation

  init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }

  func start(completion: (Int) -> Void) {
    continuation.yield()
    completion(0)
  }
}
