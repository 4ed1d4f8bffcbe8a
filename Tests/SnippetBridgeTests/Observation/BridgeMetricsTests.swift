import DSBridgeLocks
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import SnippetBridgeTesting
import Testing
import Tracing

@testable import DSBridge
@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct BridgeMetricsTests {
  private let metrics = TestMetrics()
  private let tracer = InMemoryTracer()

  @Test func nothingIsMeasuredWhereNobodyLooks() {
    #expect(BridgeMetrics() == nil)
  }

  /// A channel of a web view without a socket. It collects the messages for the page.
  private final class Page: DocumentChannel {
    let messages: AsyncStream<String>
    private let sink: AsyncStream<String>.Continuation

    init() { (messages, sink) = AsyncStream<String>.makeStream() }

    func send(_ message: [UInt8]) { sink.yield(String(decoding: message, as: UTF8.self)) }
    func close(code: UInt16, reason: String) { sink.finish() }
    func pauseReading() {}
    func resumeReading() {}

    /// Waits for a message that contains `text`.
    func hear(_ text: String) async {
      for await message in messages where message.contains(text) { return }
    }
  }

  @Test func callsAndBatchesAreCountedAndEachCallIsASpan() async throws {
    let observer = try #require(BridgeMetrics(metrics: metrics, tracer: tracer))
    let webView = WebView(logger: Logger(label: "test"), observer: observer)
    observer.webViewOpened()
    webView.addInterface(Measured(tracer), by: "m")
    let id = try #require(DocumentID(String(repeating: "a", count: 32)))
    let page = Page()
    _ = await withCheckedContinuation { done in
      webView.open(id, isNew: true, at: "http://localhost/") { done.resume(returning: $0) }
    }
    webView.connect(page, to: id, received: 0)
    func say(_ text: String) throws { webView.receive(try PageMessage(parsing: Array(text.utf8)), of: id, on: page) }
    try say("ask 1 m.now 1\nask 2 m.now 2\nask 3 m.fail null\nask 4 m.invented null")
    await page.hear("fail 4")
    try say("ask 5 m.later 5")
    await page.hear("reply 5")
    try say("post 6 m.ticks cb null")
    await page.hear("callback cb done")
    let messages = try metrics.expectCounter("bridge.batches").values.count
    #expect(messages >= 3)
    #expect(try metrics.expectMeter("bridge.waiting_bytes").values.last ?? 0 > 0)
    try say("ack \(messages)")
    webView.end()
    await page.hear("nothing")
    for (method, result, count) in [
      ("m.now", "ok", 2), ("m.fail", "thrown", 1), ("_OTHER", "noSuchMethod", 1), ("m.later", "ok", 1),
      ("m.ticks", "ok", 1),
    ] {
      let dimensions = [("method", method), ("result", result)]
      #expect(try metrics.expectCounter("bridge.calls", dimensions).totalValue == Int64(count), "\(method)")
      #expect(try metrics.expectTimer("bridge.call.duration", dimensions).values.count == count, "\(method)")
    }
    #expect(try metrics.expectMeter("bridge.waiting_bytes").values.last == 0)
    let spans = tracer.finishedSpans
    #expect(spans.filter { $0.operationName == "call m.now" }.count == 2)
    #expect(spans.first { $0.operationName == "call m.fail" }?.status?.code == .error)
    for name in ["now", "later"] {
      let call = try #require(spans.last { $0.operationName == "call m.\(name)" })
      #expect(spans.contains { $0.operationName == "inner \(name)" && $0.parentSpanID == call.spanID })
    }
    #expect(tracer.activeSpans.isEmpty)
  }

  /// A page may invent names of methods if the program's dispatcher accepts them.
  @Test func aboveTheLimitAllMethodsShareInstruments() throws {
    let factory = CountingFactory()
    let observer = try #require(BridgeMetrics(metrics: factory, tracer: nil))
    let before = factory.counters.load(ordering: .relaxed)
    for number in 0..<(BridgeMetrics.mostKinds + 100) { observer.callBegan("m\(number)").ended(nil) }
    for number in 0..<100 { observer.callBegan("n\(number)").ended(BridgeError(.thrown, "")) }
    #expect(factory.counters.load(ordering: .relaxed) - before == BridgeMetrics.mostKinds + 2)
    #expect(factory.timers.load(ordering: .relaxed) == BridgeMetrics.mostKinds + 2)
  }
}

/// A factory that counts the instruments that it has made, and records nothing.
private final class CountingFactory: MetricsFactory {
  let counters = Atomic(0)
  let timers = Atomic(0)

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    counters.add(1, ordering: .relaxed)
    return NOOPMetricsHandler.instance
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    timers.add(1, ordering: .relaxed)
    return NOOPMetricsHandler.instance
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { NOOPMetricsHandler.instance }

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    NOOPMetricsHandler.instance
  }

  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}

@Exposed
final class Measured: Sendable {
  private let tracer: InMemoryTracer

  init(_ tracer: InMemoryTracer) { self.tracer = tracer }

  func now(_ number: Int) -> Int { tracer.withSpan("inner now") { _ in number } }

  func later(_ number: Int) async -> Int {
    await Task.yield()
    return tracer.withSpan("inner later") { _ in number }
  }

  func fail() throws { throw FixtureError() }

  func ticks(completion: @escaping (Int, Bool) -> Void) {
    completion(1, false)
    completion(2, true)
  }
}
