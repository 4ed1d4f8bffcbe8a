import InMemoryTracing
import Metrics
import MetricsTestKit
import Shop
import SnippetBridgeTesting
import Testing
import Tracing

/// The metrics and spans of calls in a program that uses swift-metrics and swift-distributed-tracing. Both are global
/// to the process, so they include the calls of other tests.
@Suite(.timeLimit(.minutes(5))) struct MetricsTests {
  private static let metrics = {
    let metrics = TestMetrics()
    MetricsSystem.bootstrap(metrics)
    return metrics
  }()

  private static let tracer = {
    let tracer = InMemoryTracer()
    InstrumentationSystem.bootstrap(tracer)
    return tracer
  }()

  @Test func callsAreCounted() async throws {
    let metrics = Self.metrics
    try await withTestPage(prepare: { $0.addInterface(Till(), by: "metered") }) { page, _ in
      _ = try await page.call("metered.total", [3, 4], as: Int.self)
      _ = try await page.call("metered.total", [3, 4], as: Int.self)
      _ = try? await page.ask("metered.receipt", 1, as: String.self).value()
      for (method, result, count) in [("metered.total", "ok", 2), ("metered.receipt", "thrown", 1)] {
        let dimensions = [("method", method), ("result", result)]
        let calls = try metrics.expectCounter("bridge.calls", dimensions).totalValue
        #expect(calls == Int64(count), "\(method)")
        let times = try metrics.expectTimer("bridge.call.duration", dimensions).values.count
        #expect(times == count, "\(method)")
      }
      let webViews = try metrics.expectMeter("bridge.web_views").values
      #expect(webViews.contains { $0 >= 1 })
      let sent = try metrics.expectCounter("bridge.sent_bytes").totalValue
      #expect(sent > 0)
    }
  }

  @Test func aCallIsASpan() async throws {
    _ = Self.tracer
    try await withTestPage(prepare: { $0.addInterface(Scale(), by: "traced") }) { page, _ in
      _ = try await page.call("traced.weigh", as: Double.self)
      let inner = Self.spans(within: "call traced.weigh")
      #expect(inner == ["read the scale"])
    }
  }

  /// Returns the names of the spans within a span.
  private static func spans(within name: String) -> [String] {
    let outer = tracer.finishedSpans.first { $0.operationName == name }
    return tracer.finishedSpans.filter { $0.parentSpanID == outer?.spanID }.map(\.operationName)
  }
}
