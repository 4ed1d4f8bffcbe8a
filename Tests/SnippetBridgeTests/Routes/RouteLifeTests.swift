import DSBridgeLocks
import Foundation
import Logging
import SnippetBridge
import TestSupport
import Testing

@testable import SnippetBridgeTesting

/// Slow handlers, streams, and clients that disconnect.
@Suite(.timeLimit(.minutes(5))) struct RouteLifeTests {
  @Test func handlersRunOffTheLoopsUnlessTheyAreImmediate() async throws {
    try await TestServer.run(configure: { _ in }) { router in
      router.get("usual") { _, _ in "\(isOnLoop())" }
      router.get("at-once", immediate: true) { _, _ in "\(isOnLoop())" }
      router.get("not-at-once", immediate: false) { _, _ in "\(isOnLoop())" }
      router.get("written") { _, _ in
        Response(status: .ok, body: ResponseBody { try await $0.write("\(isOnLoop())") })
      }
    } _: { test async throws in
      for (path, isOnLoop) in [
        ("/usual", "false"), ("/at-once", "true"), ("/not-at-once", "false"), ("/written", "false"),
      ] {
        #expect(try await test.http.request("GET", path).text == isOnLoop, "\(path)")
      }
      // A request with a body is not answered immediately on the loop.
      #expect(try await test.http.request("GET", "/at-once", body: [1]).text == "false")
    }
  }

  @Test func aSlowHandlerHarmsNobody() async throws {
    let (opened, opening) = AsyncStream<Void>.makeStream()
    try await TestServer.run(configure: { $0.loops = 1 }) { router in
      router.get("slow") { _, _ in
        for await _ in opened { break }
        return "slow"
      }
      router.get("fast") { _, _ in "fast" }
    } _: { test async throws in
      func client() -> HTTPExchange {
        HTTPExchange(host: test.http.endpoint.host, port: test.http.endpoint.port, limit: .seconds(300))
      }
      async let slow = client().request("GET", "/slow").text
      for _ in 0..<10 {
        let http = client()
        #expect(try await http.request("GET", "/fast").text == "fast")
        #expect(try await http.request("GET", "/").status == 200)
      }
      opening.yield()
      #expect(try await slow == "slow")
    }
  }

  private static func cancelled() throws -> String { throw CancellationError() }

  @Test(arguments: ["/handler", "/body", "/events"])
  func whatRunsForAClientEndsWithIt(path: String) async throws {
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let (ended, ending) = AsyncStream<Bool>.makeStream()
    @Sendable func wait() async {
      beginning.yield()
      await untilCancelled()
      ending.yield(Task.isCancelled)
    }
    let log = LogRecorder()
    try await TestServer.run(configure: { $0.logger = log.logger }) { router in
      router.get("handler") { _, _ in
        await wait()
        return try Self.cancelled()
      }
      router.get("body") { _, _ in
        Response(
          status: .ok,
          body: ResponseBody { writer in
            try await writer.write("begun")
            await wait()
          })
      }
      router.get("events") { _, _ in EventStream { _ in await wait() } }
    } _: { test async throws in
      let socket = try await begin(path, test.http)
      for await _ in begun { break }
      socket.cut()
      for await isCancelled in ended {
        #expect(isCancelled)
        break
      }
      #expect(log.lines.isEmpty)
    }
  }

  @Test func eventsArriveOneByOneAndEndWithTheServer() async throws {
    let (ticks, ticking) = AsyncStream<Int>.makeStream()
    let incoming = Mutex<StreamedReply?>(nil)
    try await TestServer.run(configure: { _ in }) { router in
      router.get("ticks") { _, _ in
        EventStream(keepAlive: .milliseconds(20)) { events in
          try await events.send("hello")
          for await tick in ticks {
            try await events.send(ServerSentEvent(data: "\(tick)", event: "tick", id: "\(tick)"))
          }
        }
      }
    } _: { test async throws in
      var reply = try await StreamedReply(test.http, "/ticks")
      let head = try await reply.read(to: "\r\n\r\n")
      #expect(head.contains("Content-Type: text/event-stream\r\n") && head.contains("Cache-Control: no-store\r\n"))
      _ = try await reply.read(to: "data: hello\n\n")
      // The server sends comments to keep the connection open.
      _ = try await reply.read(to: ": \n\n")
      ticking.yield(1)
      _ = try await reply.read(to: "event: tick\nid: 1\ndata: 1\n\n")
      incoming.withLock { $0 = reply }
    }
    // The last chunk has arrived, so the server has shut down gracefully and within its time limit.
    var reply = try #require(incoming.withLock { $0 })
    _ = try await reply.read(to: "\r\n0\r\n\r\n")
  }

  /// The bytes of one write are sent without bytes of other tasks in between. Each task waits for its own buffer space.
  @Test func severalTasksMayWriteOneBody() async throws {
    let (writers, writes, size) = (3, 20, 30_000)
    try await TestServer.run(configure: { _ in }) { router in
      router.get("many") { _, _ in
        Response(
          status: .ok,
          body: ResponseBody { writer in
            let writer = writer
            try await withThrowingTaskGroup { group in
              for number in 1...writers {
                group.addTask {
                  var writer = writer
                  for _ in 1...writes { try await writer.write([UInt8](repeating: UInt8(number), count: size)) }
                }
              }
              try await group.waitForAll()
            }
          })
      }
    } _: { test async throws in
      let body = try await test.http.request("GET", "/many").body
      #expect(body.count == writers * writes * size)
      let isWhole = stride(from: 0, to: body.count, by: size).allSatisfy { start in
        body[start..<min(start + size, body.count)].allSatisfy { $0 == body[start] }
      }
      #expect(isWhole)
    }
  }

  @Test func anEventStreamThatFailsIsLogged() async throws {
    struct Broken: Error {}
    let log = LogRecorder(from: .error)
    try await TestServer.run(configure: { $0.logger = log.logger }) { router in
      router.get("ticks") { _, _ in EventStream { _ in throw Broken() } }
    } _: { test async throws in
      _ = try? await test.http.request("GET", "/ticks")
      #expect(await log.next() == "the body of a route failed error=Broken() method=GET path=/ticks")
    }
  }
}

/// Opens a connection and sends a request for `path`.
private func begin(_ path: String, _ http: HTTPExchange) async throws -> TCPConnection {
  let connection = try await http.connect()
  try await connection.send(Array("GET \(path) HTTP/1.1\r\nHost: \(http.authority)\r\n\r\n".utf8))
  return connection
}

/// Returns whether the calling thread runs one of the server's loops.
private func isOnLoop() -> Bool {
  (try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8))?.hasPrefix("web-loop") ?? false
}

/// A response that is read as it arrives.
private struct StreamedReply: Sendable {
  private let connection: TCPConnection
  private var unread: [UInt8] = []

  init(_ http: HTTPExchange, _ path: String) async throws {
    connection = try await begin(path, http)
  }

  /// Reads up to and including `end`.
  mutating func read(to end: String) async throws -> String {
    while true {
      if let range = unread.firstRange(of: Array(end.utf8)) {
        let text = String(decoding: unread[..<range.upperBound], as: UTF8.self)
        unread.removeSubrange(..<range.upperBound)
        return text
      }
      guard let bytes = try await connection.incoming.next() else {
        throw TestPageError.closed(code: 1006, reason: String(decoding: unread, as: UTF8.self))
      }
      unread += bytes
    }
  }
}
