import DSBridgeLocks
import Logging
import TestSupport
import Testing

@testable import DSBridge

@Suite(.timeLimit(.minutes(5))) struct WebViewCallTests {
  private func adding() -> HandMade {
    HandMade {
      [
        ExposedFunction("addingOne", synchronous: { try $0.reply($0.decode(Int.self) + 1) }),
        ExposedFunction(
          "tick",
          completing: { arguments, responder in
            let start = try arguments.decode(Int.self)
            responder.send(start + 1, last: false)
            responder.send(start + 2, last: true)
          }),
        ExposedFunction(
          "later",
          asynchronous: { arguments in
            await Task.yield()
            return try arguments.reply(arguments.decode(Int.self) + 100)
          }),
      ]
    }
  }

  @Test func aBlockingCallIsAnsweredInItsOwnResponse() async throws {
    let webView = WebView()
    webView.addInterface(adding(), by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    #expect(try await page.call("call 1 addingOne 5") == "reply 1 6")
    #expect(try await page.call("call 2 later 5") == "reply 2 105")
  }

  @Test func functionsAreReadWithTheFirstCallOfTheirInterface() async throws {
    let webView = WebView()
    let reads = Mutex<[String]>([])
    for namespace in ["one", "other"] {
      webView.addInterface(
        HandMade {
          reads.withLock { $0.append(namespace) }
          return [ExposedFunction("get", synchronous: { _ in .empty })]
        }, by: namespace)
    }
    let page = MemoryPage(webView)
    try await page.open()
    #expect(reads.withLock { $0 } == [])
    for number in 2...4 { #expect(try await page.call("call \(number) one.get null").hasPrefix("reply \(number)")) }
    #expect(reads.withLock { $0 } == ["one"])
  }

  @Test func aCallSentTwiceRunsOnce() async throws {
    let webView = WebView()
    let count = Counter()
    webView.addInterface(
      HandMade { [ExposedFunction("count", asynchronous: { try $0.reply(await count.next()) })] }, by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    async let first = page.call("call 1 count null")
    async let second = page.call("call 1 count null")
    #expect(try await [first, second] == ["reply 1 1", "reply 1 1"])
    #expect(try await page.call("call 1 count null") == "reply 1 1")
    #expect(try await page.call("call 2 count null") == "reply 2 2")
    #expect(try await page.call("call 1 count null").hasPrefix("malformed"))
  }

  @Test func aBlockingCallCarriesWhatTheServerHasNotSeen() async throws {
    let webView = WebView()
    let seen = Seen()
    webView.addInterface(
      HandMade {
        [
          ExposedFunction(
            "note",
            completing: { arguments, responder in
              seen.add(try arguments.decode(Int.self))
              responder.send("", last: true)
            }),
          ExposedFunction("notes", synchronous: { try $0.reply(seen.all) }),
        ]
      }, by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    try page.say("post 1 note dscb0 1\npost 2 note dscb1 2")
    let answer = try await page.call(
      "post 1 note dscb0 1\npost 2 note dscb1 2\npost 3 note dscb2 3\ncall 4 notes null")
    #expect(answer == "reply 4 [1,2,3]")
    // Line 3 arrives once more, on the socket. The server drops this copy.
    try page.say("post 3 note dscb2 3")
    #expect(try await page.call("call 5 notes null") == "reply 5 [1,2,3]")
  }

  @Test func aCallbackGetsItsValuesInOneBatch() async throws {
    let webView = WebView()
    webView.addInterface(adding(), by: "a.b")
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    try page.say("post 1 a.b.tick dscb0 1")
    let messages = [await page.next(), await page.next()].sorted()
    #expect(messages == ["ack 1", "message 1\ncallback dscb0 more 2\ncallback dscb0 done 3"])
  }

  @Test(arguments: [
    ("call 1 nope null", "noSuchMethod"), ("call 1 no.pe null", "noSuchMethod"), ("call 1  null", "noSuchMethod"),
    ("call 1 .x null", "noSuchMethod"), ("call 1 a. null", "noSuchMethod"), ("call 1 addingOne \"5\"", "argument"),
    ("call 1 addingOne {broken", "malformed"), ("call 1 tick 1", "callbackOnly"),
  ])
  func whatCannotBeCalledFails(call: String, kind: String) async throws {
    let webView = WebView()
    webView.addInterface(adding(), by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    let answer = try await page.call(call)
    #expect(answer.hasPrefix("fail 1 {"))
    #expect(answer.contains("\"kind\":\"\(kind)\""), "\(answer)")
  }

  @Test func aSynchronousFunctionWithACallbackReleasesIt() async throws {
    let webView = WebView()
    webView.addInterface(adding(), by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    try page.say("post 1 addingOne dscb0 1")
    let line = await page.next("fail")
    #expect(line.hasPrefix("fail 1 "))
    #expect(line.contains(#""callback":"dscb0""#))
    #expect(line.contains(#""kind":"synchronousOnly""#))
  }

  /// A page that was written for DSBridge calls an `async` function in the same way as a function with a completion.
  @Test func anAsynchronousFunctionWithACallbackGivesItsResultOnceAndLast() async throws {
    let webView = WebView()
    webView.addInterface(adding(), by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    try page.say("post 1 later dscb0 5")
    #expect(await page.next("callback") == "callback dscb0 done 105")
    for kind in ["all", "syn", "asyn"] {
      let query = #"{"name":"later","type":"\#(kind)"}"#
      let number = ["all": 2, "syn": 3, "asyn": 4][kind] ?? 0
      #expect(try await page.call("call \(number) _dsb.hasNativeMethod \(query)") == "reply \(number) true")
    }
  }

  @Test func namesAreTrimmed() async throws {
    let webView = WebView()
    webView.addInterface(adding(), by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    #expect(try await page.call("call 1 %20addingOne%20 5") == "reply 1 6")
  }

  @Test func interfacesTakeTheirPlaceInTheOrder() async throws {
    let webView = WebView()
    webView.addInterface(HandMade { [ExposedFunction("f", synchronous: { try $0.reply(1) })] }, by: "n")
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    #expect(try await page.call("call 1 n.f null") == "reply 1 1")
    webView.addInterface(HandMade { [ExposedFunction("f", synchronous: { try $0.reply(2) })] }, by: "n")
    #expect(try await page.call("call 2 n.f null") == "reply 2 2")
    webView.removeInterface(by: "n")
    #expect(try await page.call("call 3 n.f null").contains("noSuchMethod"))
  }

  @Test func theBridgesOwnNamespacesAreNotReplaced() async throws {
    let webView = WebView()
    webView.addInterface(HandMade { [ExposedFunction("dsinit", synchronous: { try $0.reply(1) })] }, by: "_dsb")
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    #expect(try await page.call("call 1 _dsb.dsinit null") == #"reply 1 """#)
    #expect(!webView.disablesJavaScriptDialogBlock)
    #expect(try await page.call(#"call 2 _dsb.disableJavascriptDialogBlock {"disable":true}"#) == #"reply 2 """#)
    #expect(webView.disablesJavaScriptDialogBlock)
  }

  @Test(arguments: [
    (#"{"name":"addingOne"}"#, "true"), (#"{"name":"addingOne","type":"syn"}"#, "true"),
    (#"{"name":"addingOne","type":"asyn"}"#, "false"), (#"{"name":"addingOne","type":"all"}"#, "true"),
    (#"{"name":"addingOne","type":"foo"}"#, "false"), (#"{"name":"tick","type":"asyn"}"#, "true"),
    (#"{"name":"_dsb.dsinit"}"#, "true"), (#"{"name":"nope"}"#, "false"), (#"{"name":5}"#, "false"), ("null", "false"),
  ])
  func hasNativeMethodIsCase59(query: String, answer: String) async throws {
    let webView = WebView()
    webView.addInterface(adding(), by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    #expect(try await page.call("call 1 _dsb.hasNativeMethod \(query)") == "reply 1 \(answer)")
  }

  @Test func anAwaitedCallThatTakesTooLongGetsAnError() async throws {
    let clock = TestClock()
    let webView = WebView(logger: .init(label: "test"), limits: .unwatched, clock: clock)
    let gate = Gate()
    webView.addInterface(
      HandMade {
        [
          ExposedFunction(
            "wait",
            asynchronous: {
              await gate.wait(); return try $0.reply(1)
            })
        ]
      }, by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    async let answer = page.call("call 1 wait null")
    await clock.sleepers(1)
    clock.advance(by: .seconds(60))
    #expect(try await answer.contains(#""kind":"timeout""#))
    gate.open()
  }

  @Test func aNewDocumentGetsNothingOfTheOldOne() async throws {
    let webView = WebView()
    let gate = Gate()
    let begun = Gate()
    webView.addInterface(
      HandMade {
        [
          ExposedFunction(
            "wait",
            asynchronous: {
              begun.open()
              await gate.wait()
              return try $0.reply(1)
            }),
          ExposedFunction("addingOne", synchronous: { try $0.reply($0.decode(Int.self) + 1) }),
        ]
      }, by: nil)
    let old = MemoryPage(webView, id: "a")
    try await old.open()
    async let lost = old.call("call 2 wait null")
    await begun.wait()
    let new = MemoryPage(webView, id: "b")
    try await new.open()
    #expect(try await lost == "gone")
    gate.open()
    #expect(try await new.call("call 2 addingOne 1") == "reply 2 2")
    #expect(try await old.call("call 3 addingOne 1") == "gone")
  }

  /// A second hello and a call may arrive before native code has prepared the web view.
  @Test func aPageIsHeardOnlyAfterItsWebViewIsIntroduced() async throws {
    let webView = WebView(logger: Logger(label: "test"), isActive: false)
    let page = MemoryPage(webView)
    async let opened = webView.open(page.id, isNew: true, at: "")
    async let answer = page.call("call 1 addingOne 1")
    webView.addInterface(adding(), by: nil)
    webView.activate()
    _ = await opened
    // The server may process the call before or after the hello, but not before the interface was added.
    #expect(["reply 1 2", "gone"].contains(try await answer))
    #expect(try await page.call("call 1 addingOne 1") == "reply 1 2")
  }

  @Test func onlySoMuchOfAPageWaits() async throws {
    var limits = WebView.Limits()
    limits.maximumUnprocessedSize = 1_000
    let webView = WebView(logger: Logger(label: "test"), limits: limits, isActive: false)
    let page = MemoryPage(webView)
    let message = try PageMessage(parsing: Array("ack 0".utf8))
    for _ in 0..<10 { webView.receive(message, of: page.id, on: page, weight: 100) }
    webView.receive(message, of: page.id, on: page, weight: 1)
    #expect(await page.next("closed").hasPrefix("closed 1013"))
  }

  /// A message with many lines may exceed the limit on its own. If nothing else is queued, the web view processes it
  /// nevertheless: if it refused the message, the page would send the same message again, without end.
  @Test(.timeLimit(.minutes(2))) func whatAloneIsOverTheLimitIsTakenWhereNothingWaits() async throws {
    var limits = WebView.Limits()
    limits.maximumUnprocessedSize = 1_000
    let webView = WebView(logger: Logger(label: "test"), limits: limits)
    webView.addInterface(adding(), by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    webView.receive(try PageMessage(parsing: Array("ask 1 addingOne 1".utf8)), of: page.id, on: page, weight: 1_001)
    #expect(await page.next("reply") == "reply 1 2")
  }

  @Test func onlySoManyCallsRun() async throws {
    var limits = WebView.Limits()
    limits.maximumRunningCalls = 3
    let webView = WebView(logger: Logger(label: "test"), limits: limits)
    let gate = Gate()
    webView.addInterface(
      HandMade {
        [
          ExposedFunction(
            "wait",
            asynchronous: {
              await gate.wait()
              return try $0.reply(1)
            })
        ]
      }, by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    try page.say("ask 1 wait 0\nask 2 wait 0\nask 3 wait 0\nask 4 wait 0")
    let line = await page.next("fail")
    #expect(line.hasPrefix("fail 4 ") && line.contains("tooLarge"), "\(line)")
    gate.open()
  }

  private final class Host: WebViewHost {
    let isClosed: @Sendable () -> Void

    init(isClosed: @escaping @Sendable () -> Void) { self.isClosed = isClosed }

    func webViewClosed() { isClosed() }
    func expectsDocument(after left: DocumentID) -> Bool { false }
    func documentOpened(at url: String) {}
    func pageTold(_ name: String, _ value: JSON) {}
  }

  @Test func aClosedWebViewHoldsNothing() async throws {
    let clock = TestClock()
    weak var freed: WebView?
    do {
      let webView = WebView(logger: Logger(label: "test"), limits: .unwatched, clock: clock)
      freed = webView
      webView.dismissalHandler = { webView.call("bye") }
      let page = MemoryPage(webView)
      _ = await webView.open(page.id, isNew: true, at: "")
      await clock.sleepers(1)
      let closed = AsyncStream<Void>.makeStream()
      webView.host = Host { closed.continuation.finish() }
      clock.advance(by: .seconds(60))
      for await _ in closed.stream {}
      // The web view's queue runs this call last, so everything before it has ended.
      #expect(await webView.open(page.id, isNew: true, at: "") == nil)
    }
    while freed != nil, !Task.isCancelled { await Task.yield() }
  }
}
