import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct CallTests {
  @Test func aBlockingCallReturnsTheResult() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await page.call("addingOne", 5) == 6)
      #expect(try await page.callText("nothing") == #""""#)
      #expect(try await page.callText("echo", #""a\nb 'c' \"d\" \\ 𝄞""#) == #""a\nb 'c' \"d\" \\ 𝄞""#)
      await page.close()
    }
  }

  @Test func aBlockingCallNeedsNoSocketAndNoHelloBefore() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url, isReady: false, isConnected: false)
      #expect(try await page.call("addingOne", 5) == 6)
      try await page.connect()
      #expect(try await page.call("addingOne", 6) == 7)
      await page.close()
    }
  }

  @Test func anAwaitedCallComesOnTheSocket() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url)
      let calls = try await (0..<100).asyncMap { try await page.ask("addingOne", $0, as: Int.self) }
      for (number, call) in calls.enumerated() { #expect(try await call.value() == number + 1) }
      await page.close()
    }
  }

  @Test func aCallbackGetsItsValuesUntilTheLast() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await page.post("tick", 1, as: Int.self).all() == [2, 3, 4])
      await page.close()
    }
  }

  @Test func aDroppedCompletionReleasesTheCallback() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url)
      let failure = await #expect(throws: CallFailure.self) { try await page.post("forget", as: Int.self).all() }
      #expect(failure?.kind == "dropped")
      await page.close()
    }
  }

  /// A page sends all unacknowledged messages again in the request of a blocking call, because the browser may deliver
  /// the socket's messages after that request.
  @Test func aThousandMessagesBeforeABlockingCallAreProcessedBeforeIt() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url)
      let text = String(repeating: "x", count: 200)
      await page.holdMessages()
      for number in 0..<1_000 { _ = try await page.post("note", "\(number) \(text)", as: String.self) }
      let notes = try await page.call("takeNotes", as: [String].self)
      #expect(notes == (0..<1_000).map { "\($0) \(text)" })
      // The socket now delivers its copies of the messages, which the server drops.
      await page.holdMessages(false)
      #expect(try await page.call("takeNotes", as: [String].self) == [])
      await page.close()
    }
  }

  @Test func aCallTheBrowserSentTwiceRunsOnce() async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url)
      for expected in 1...20 {
        #expect(try await page.callText("run", copies: 4) == "\(expected)")
      }
      await page.close()
    }
  }

  @Test(arguments: [
    ("nope", "null", "noSuchMethod"), ("addingOne", #""5""#, "argument"), ("addingOne", "true", "argument"),
    ("addingOne", "1.5", "argument"), ("addingOne", "{", "malformed"), ("fail", "null", "thrown"),
    ("tick", "1", "callbackOnly"), ("no.such.namespace", "null", "noSuchMethod"),
  ])
  func aCallThatFailsSaysWhy(method: String, json: String, kind: String) async throws {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url)
      let failure = await #expect(throws: CallFailure.self) { try await page.callText(method, json) }
      #expect(failure?.kind == kind)
      #expect(failure?.method == method)
      #expect(try await page.call("addingOne", 1) == 2)
      await page.close()
    }
  }

  /// The code of a Swift `CodedError` may be any JSON value. The client decodes a failure with each of them.
  @Test(arguments: [
    ("7", CallFailure.Code.number(7)), (#""a""#, .string("a")), ("true", .other), (#"{"a":[1]}"#, .other),
  ])
  func anErrorsCodeIsAnyJSON(json: String, code: CallFailure.Code) throws {
    let failure = Data(#"{"kind":"thrown","message":"no","code":\#(json)}"#.utf8)
    #expect(try JSONDecoder().decode(CallFailure.self, from: failure).code == code)
  }

  @Test func pagesDoNotMeet() async throws {
    // Keep the web views, so that all of them can be counted after the last page has closed.
    try await TestServer.run(configure: {
      $0.webViews.closeDelay = .seconds(3600)
      $0.webViews.reconnectTimeout = .seconds(3600)
    }) { test async throws in
      let url = test.url
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<50 {
          group.addTask {
            let page = try await TestPage.open(url)
            for round in 0..<10 {
              #expect(try await page.call("addingOne", number * 1_000 + round) == number * 1_000 + round + 1)
            }
            _ = try await page.post("note", "page \(number)", as: String.self).all()
            #expect(try await page.call("takeNotes", as: [String].self) == ["page \(number)"])
            await page.close()
          }
        }
        try await group.waitForAll()
      }
      #expect(test.server.webViews.count == 50)
    }
  }
}

extension Sequence {
  /// Transforms the elements one after the other.
  func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
    var results: [T] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
