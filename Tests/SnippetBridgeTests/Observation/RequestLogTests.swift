import HTTPTypes
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import TestSupport
import Testing
import Tracing

@testable import SnippetBridge
@testable import SnippetBridgeTesting

@Suite(.timeLimit(.minutes(5))) struct RequestLogTests {
  private func router(_ tracer: InMemoryTracer? = nil) -> Router<BasicRequestContext> {
    let router = Router()
    router.get("notes/:id") { _, context in
      // A span that the handler starts is a child of the request's span.
      if let tracer { withTracer(tracer) { withSpan("inner") { _ in } } }
      return context.parameters["id"] ?? ""
    }
    router.get("broken") { _, _ -> String in throw FixtureError() }
    router.get("stream") { _, _ in
      Response(status: .ok, body: ResponseBody { try await $0.write([UInt8](repeating: 65, count: 100_000)) })
    }
    return router
  }

  /// Text from a client cannot add fields to the log line.
  @Test func agentsForgeNothing() async throws {
    let log = LogRecorder(from: .info)
    try await TestServer.run(configure: { $0.accessLog = log.logger }, router: router()) { test async throws in
      _ = try await test.http.request("GET", "/", headers: [("User-Agent", "curl status=500 [SnippetBridge] request")])
      #expect(try #require(await log.next()).contains(#" agent="curl status=500 [SnippetBridge] request" "#))
    }
  }

  @Test func eachRequestHasALine() async throws {
    let log = LogRecorder(from: .info)
    try await TestServer.run(configure: { $0.accessLog = log.logger }, router: router()) { test async throws in
      let agent = [("User-Agent", "test\u{9b}31m")]
      let page = try await test.http.request("GET", "/?token=secret", headers: agent)
      let line = try #require(await log.next())
      let size = page.headers.reduce("HTTP/1.1 200 OK\r\n\r\n".utf8.count + page.body.count) {
        $0 + $1.name.utf8.count + $1.value.utf8.count + 4
      }
      let pattern = #/request (.*) bytes=(\d+) method=GET milliseconds=\d+\.\d+ path=/ peer=127\.0\.0\.1 status=200/#
      let match = try #require(line.wholeMatch(of: pattern), "\(line)")
      #expect(match.output.1 == #"agent=test\u{9B}31m"#)
      #expect(Int(match.output.2) == size)
      _ = try await test.http.request("POST", "/notes/7", body: [1])
      #expect(await log.next()?.contains(" method=POST ") == true)
      _ = try await test.http.request("GET", "/stream")
      let streamed = try #require(await log.next())
      #expect((Int(streamed.firstMatch(of: #/bytes=(\d+)/#)?.output.1 ?? "") ?? 0) > 100_000)
      // Upgrades, refused requests and aborted requests are logged as well.
      let tab = try await TestPage.open(test.url)
      await tab.close()
      var lines: [String] = []
      while !lines.contains(where: { $0.contains("status=101") }) { lines.append(try #require(await log.next())) }
      #expect(lines.contains { $0.contains("path=/_bridge/socket") })
      _ = try await test.http.request("GET", "/", headers: [("Host", "evil.example")])
      while !lines.contains(where: { $0.contains("status=403") }) { lines.append(try #require(await log.next())) }
    }
  }

  @Test(arguments: [
    ("nonsense\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
    ("GET /" + String(repeating: "x", count: 20_000), 414),
    ("GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 20_000), 431), ("GET / HT", 408),
  ])
  func soHasOneThatCannotBeRead(head: String, status: Int) async throws {
    let (log, warnings) = (LogRecorder(from: .info), LogRecorder())
    try await TestServer.run(configure: {
      $0.accessLog = log.logger
      $0.logger = warnings.logger
      if status == 408 { $0.http.headTimeLimit = .seconds(3) }
    }) { test async throws in
      #expect(try await test.http.raw(Array(head.utf8)).status == status)
      let line = try #require(await log.next())
      #expect(line.contains(" method=- ") && line.hasSuffix(" path=- peer=127.0.0.1 status=\(status)"), "\(line)")
      #expect(await warnings.next() == "a request was refused peer=127.0.0.1 status=\(status)")
    }
  }

  @Test func aRequestThatIsCutHasALine() async throws {
    let log = LogRecorder(from: .info)
    let router = Router()
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    router.get("slow") { _, _ in
      beginning.yield()
      await untilCancelled()
      try Task.checkCancellation()
      return ""
    }
    try await TestServer.run(configure: { $0.accessLog = log.logger }, router: router) { test async throws in
      let connection = try await test.http.connect()
      try await connection.send(Array("GET /slow HTTP/1.1\r\nHost: \(test.http.authority)\r\n\r\n".utf8))
      for await _ in begun { break }
      connection.cut()
      let line = try #require(await log.next())
      #expect(line.contains("bytes=0 cut=true method=GET") && line.hasSuffix("status=0"))
    }
  }

  @Test func nothingIsObservedWhereNobodyLooks() {
    #expect(RequestLog(accessLog: nil) == nil)
    var quiet = Logger(label: "test")
    quiet.logLevel = .notice
    #expect(RequestLog(accessLog: quiet) == nil)
    quiet.logLevel = .info
    #expect(RequestLog(accessLog: quiet) != nil)
  }

  @Test func requestsAreCounted() async throws {
    let metrics = TestMetrics()
    try await TestServer.run(configure: { _ in }, router: router(), metrics: metrics) { test async throws in
      for path in ["/notes/1", "/notes/2", "/broken"] { _ = try await test.http.request("GET", path) }
      _ = try await test.http.request("MAKE", "/notes/1")
    }
    // The server has ended, so all metrics are recorded.
    let good = [("http.request.method", "GET"), ("http.response.status_code", "200")]
    let duration = try metrics.expectTimer("http.server.request.duration", good)
    #expect(duration.values.count == 2 && duration.values.allSatisfy { $0 > 0 })
    #expect(try metrics.expectRecorder("http.server.response.size", good).values.count == 2)
    let bad = [("http.request.method", "GET"), ("http.response.status_code", "500")]
    #expect(try metrics.expectTimer("http.server.request.duration", bad).values.count == 1)
    let other = [("http.request.method", "_OTHER"), ("http.response.status_code", "405")]
    #expect(try metrics.expectTimer("http.server.request.duration", other).values.count == 1)
    #expect(try metrics.expectMeter("http.server.active_requests").values.last == 0)
  }

  @Test func requestsAreSpans() async throws {
    let tracer = InMemoryTracer()
    try await TestServer.run(configure: { _ in }, router: router(tracer), tracer: tracer) { test async throws in
      _ = try await test.http.request("GET", "/notes/7?token=secret")
      _ = try await test.http.request("GET", "/broken")
      _ = try await test.http.request("GET", "/")
    }
    let spans = tracer.finishedSpans
    let notes = try #require(spans.first { $0.operationName == "GET /notes/:id" })
    #expect(notes.kind == .server && notes.attributes["http.response.status_code"]?.toSpanAttribute() == 200)
    #expect(notes.attributes["url.path"]?.toSpanAttribute() == "/notes/7")
    let inner = try #require(spans.first { $0.operationName == "inner" })
    #expect(inner.parentSpanID == notes.spanID && inner.traceID == notes.traceID)
    let broken = try #require(spans.first { $0.operationName == "GET /broken" })
    #expect(broken.status?.code == .error && broken.errors.count == 1)
    #expect(spans.contains { $0.operationName == "GET" })
    #expect(tracer.activeSpans.isEmpty)
    #expect(tracer.performedContextExtractions.count == 3)
  }
}

extension TestServer {
  /// Runs a server that uses these metrics and this tracer. They need to be set only while the server is created.
  fileprivate static func run(
    configure: (inout BridgeConfiguration) -> Void, router: Router<BasicRequestContext>,
    metrics: any MetricsFactory = NOOPMetricsHandler.instance, tracer: any Tracer = NoOpTracer(),
    _ body: (TestServer) async throws -> Void
  ) async throws {
    try await run(configure: configure, body) { configuration, prepare in
      try withMetricsFactory(metrics) {
        try withTracer(tracer) { try BridgeServer(configuration: configuration, router: router, prepare: prepare) }
      }
    }
  }
}
