import TestSupport
import Testing

@testable import DSBridge

/// `bridge.ask`: calls that are answered on the socket, once or several times.
@Suite(.timeLimit(.minutes(5))) struct AskTests {
  private struct Refused: CodedError {
    let code = 7
  }

  /// A sequence that never suspends.
  private struct Hurried: AsyncSequence, AsyncIteratorProtocol {
    let seen: Seen
    var count = 0

    func makeAsyncIterator() -> Self { self }

    mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
      count += 1
      seen.add(count)
      return count < 100_000 ? count : nil
    }
  }

  private let seen = Seen()
  private let gate = Gate()
  private let cancelled = Gate()

  private func interface() -> HandMade {
    HandMade { [gate, cancelled, seen] in
      [
        ExposedFunction("addingOne", synchronous: { try $0.reply($0.decode(Int.self) + 1) }),
        ExposedFunction("refuse", synchronous: { _ in throw Refused() }),
        ExposedFunction("once", completing: { _, responder in responder.send("once") }),
        ExposedFunction(
          "tick",
          completing: { arguments, responder in
            let start = try arguments.decode(Int.self)
            responder.send(start + 1, last: false)
            responder.send(start + 2, last: false)
            responder.send(start + 3)
          }),
        ExposedFunction(
          "fails",
          completing: { _, responder in
            responder.send(1, last: false)
            responder.fail(Refused())
          }),
        ExposedFunction(
          "later",
          asynchronous: { arguments in
            await gate.wait()
            return try arguments.reply("late")
          }),
        ExposedFunction(
          "endless",
          streaming: { _, responder in
            let (ticks, sink) = AsyncStream<Int>.makeStream()
            sink.yield(1)
            try await withTaskCancellationHandler {
              try await responder.send(elementsOf: ticks)
            } onCancel: {
              cancelled.open()
            }
          }),
        ExposedFunction(
          "unwritable",
          streaming: { _, responder in
            let (values, sink) = AsyncStream<Double>.makeStream()
            sink.yield(.nan)
            try await responder.send(elementsOf: values)
            sink.finish()
            cancelled.open()
          }),
        ExposedFunction(
          "hurried",
          streaming: { _, responder in
            try await responder.send(elementsOf: Hurried(seen: seen))
            cancelled.open()
          }),
        .bind("elements", .result()) { () throws -> AsyncStream<Int> in
          AsyncStream { sink in
            for value in 1...3 { sink.yield(value) }
            sink.finish()
          }
        },
      ]
    }
  }

  private func page() async throws -> MemoryPage {
    let webView = WebView()
    webView.addInterface(interface(), by: nil)
    let page = MemoryPage(webView)
    try await page.open(ready: false)
    return page
  }

  /// Returns all lines for `ask` 1, including its last one.
  private func lines(_ page: MemoryPage) async -> [String] {
    var lines: [String] = []
    while true {
      for line in await page.next().split(separator: "\n") where !line.hasPrefix("message") && !line.hasPrefix("ack") {
        lines.append(String(line))
        if line.hasPrefix("reply 1") || line.hasPrefix("fail 1 ") { return lines }
      }
    }
  }

  @Test func answersLeaveInOneMessageWithTheirAcknowledgement() async throws {
    let page = try await page()
    try page.say("ask 1 addingOne 1\nask 2 addingOne 2")
    #expect(await page.next() == "message 1\nreply 1 2\nreply 2 3\nack 2")
  }

  @Test(arguments: [
    ("addingOne 5", ["reply 1 6"]),
    ("once null", [#"reply 1 "once""#]),
    ("tick 1", ["next 1 2", "next 1 3", "reply 1 4"]),
    ("elements null", ["next 1 1", "next 1 2", "next 1 3", "reply 1"]),
  ])
  func bothFormsAnswer(call: String, answers: [String]) async throws {
    let page = try await page()
    try page.say("ask 1 \(call)")
    #expect(await lines(page) == answers)
  }

  @Test func aFailureComesAfterTheValuesBeforeIt() async throws {
    let page = try await page()
    try page.say("ask 1 fails null")
    let lines = await lines(page)
    #expect(lines.first == "next 1 1")
    #expect(lines.last?.contains(#""kind":"thrown""#) == true)
    #expect(lines.last?.contains(#""code":7"#) == true)
  }

  @Test(arguments: [("refuse null", #""code":7"#), ("nope null", "noSuchMethod"), ("addingOne true", "argument")])
  func failuresSayWhy(call: String, part: String) async throws {
    let page = try await page()
    try page.say("ask 1 \(call)")
    let line = await page.next("fail")
    #expect(line.hasPrefix("fail 1 {") && line.contains(part), "\(line)")
  }

  @Test func aCancelledSequenceEndsAndSaysNothingMore() async throws {
    let page = try await page()
    try page.say("ask 1 endless null")
    #expect(await page.next("next") == "next 1 1")
    try page.say("cancel 2 1")
    await cancelled.wait()
    // No line of the cancelled call may arrive before this answer.
    try page.say("ask 3 addingOne 1")
    while true {
      let message = await page.next()
      #expect(!message.contains(" 1 ") && !message.contains("reply 1"), "\(message)")
      if message.contains("reply 3 2") { break }
    }
  }

  @Test func aCancelledCallIsNotAnswered() async throws {
    let page = try await page()
    try page.say("ask 1 later null\ncancel 2 1\ncancel 3 1\ncancel 4 77")
    gate.open()
    try page.say("ask 5 addingOne 1")
    #expect(await page.next("reply") == "reply 5 2")
  }

  @Test func aSequenceIsLeftAtAValueThatCannotBeWritten() async throws {
    let page = try await page()
    try page.say("ask 1 unwritable null")
    #expect(await page.next("fail").contains(#""kind":"result""#))
    await cancelled.wait()
  }

  @Test func aSequenceThatNeverWaitsCanBeCancelled() async throws {
    let page = try await page()
    try page.say("ask 1 hurried null\ncancel 2 1\nask 3 addingOne 1")
    #expect(await page.next("reply") == "reply 3 2")
    await cancelled.wait()
    #expect(seen.all.count < 100_000)
  }

  /// If the user leaves the page, only the reading of sequences is cancelled. Functions with a completion continue,
  /// because they may be saving something.
  @Test func anotherFunctionRunsOnWhenThePageGoes() async throws {
    let begun = Gate()
    let go = Gate()
    let (ends, sink) = AsyncStream<Bool>.makeStream()
    let webView = WebView()
    webView.addInterface(
      HandMade {
        [
          .bind("save", .parameter(), .nothing()) { (completion: @escaping @Sendable (Bool) -> Void) in
            begun.open()
            await go.wait()
            sink.yield(Task.isCancelled)
            completion(true)
          },
          // The document has ended before this sequence is returned, so the sequence is never read.
          .bind("prepare", .result()) { () async throws -> AsyncStream<Int> in
            begun.open()
            await go.wait()
            return AsyncStream { elements in
              elements.onTermination = { _ in sink.yield(true) }
            }
          },
        ]
      }, by: nil)
    for (name, isCancelled) in [("save", false), ("prepare", true)] {
      let page = MemoryPage(webView, id: name == "save" ? "a" : "c")
      try await page.open(ready: false)
      try page.say("ask 1 \(name) null")
      await begun.wait()
      try await MemoryPage(webView, id: name == "save" ? "b" : "d").open()
      go.open()
      for await end in ends {
        #expect(end == isCancelled, "\(name)")
        break
      }
    }
  }

  @Test func aSequenceEndsWhenThePageGoes() async throws {
    let page = try await page()
    try page.say("ask 1 endless null")
    #expect(await page.next("next") == "next 1 1")
    try await MemoryPage(page.webView, id: "b").open()
    await cancelled.wait()
  }

  /// A dispatcher that returns the same function for a blocking call, an `ask` and a `post`.
  private struct AnyForm: InvocationDispatching {
    func dispatch(_ invocation: Invocation, among interfaces: InterfaceTable) throws -> ExposedFunction {
      guard let function = interfaces.function(for: invocation.method) else { throw Refused() }
      return function
    }

    func hasMethod(_ method: Method, isSynchronous: Bool?, among interfaces: InterfaceTable) -> Bool { false }
  }

  @Test func aBlockingCallHasAValueAlsoOfASequence() async throws {
    let page = try await page()
    (page.webView.keystone as? Keystone)?.invocationDispatcher = AnyForm()
    #expect(try await page.call("call 1 elements null") == #"reply 1 """#)
  }

  @Test func aSequenceThatEndsDeletesTheCallback() async throws {
    let page = try await page()
    try page.say("post 1 elements dscb0 null")
    var lines: [String] = []
    while lines.last != "callback dscb0 done" {
      lines += await page.next().split(separator: "\n").map(String.init).filter { $0.hasPrefix("callback") }
    }
    #expect(lines == (1...3).map { "callback dscb0 more \($0)" } + ["callback dscb0 done"])
  }
}
