import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// Bodies that handlers read as they arrive.
@Suite(.timeLimit(.minutes(5))) struct RequestBodyTests {
  private static let counting = TestHandler(stream: { request, body, pending in
    pending.sendLater {
      var count = 0
      do {
        for try await piece in body { count += piece.count }
      } catch {
        return .plain(.badRequest, "\(error)")
      }
      return ServerResponse(.ok, body: .bytes(Array("\(count)".utf8)))
    }
  })

  @Test(arguments: Scheme.allCases) func itArrivesInPieces(_ scheme: Scheme) async throws {
    try await withServer(scheme, Self.counting) { port in
      let socket = try RawSocket(port: port, scheme: scheme)
      for size in [0, 1, 100_000, 30 << 20] {
        #expect(try socket.request("POST", "/", body: [UInt8](repeating: 1, count: size)).text == "\(size)")
      }
      try socket.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<100 { try socket.send("3e8\r\n" + String(repeating: "x", count: 1000) + "\r\n") }
      try socket.send("0\r\n\r\n")
      #expect(try socket.readResponse().text == "100000")
      #expect(try socket.request("GET", "/").text == "0")
    }
  }

  @Test func aPeerThatLeavesEndsIt() async throws {
    let events = EventQueue<String>()
    let handler = TestHandler(stream: { _, body, pending in
      pending.sendLater {
        do {
          for try await piece in body { events.add("\(piece.count)") }
        } catch { events.add("\(error)") }
        return ServerResponse(.ok)
      }
    })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      try socket.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
      #expect(try events.next() == "3")
      socket.reset()
      let last = try events.next()
      #expect(last == "cutShort" || last.contains("Cancellation"))
    }
  }

  @Test func malformedChunksEndIt() async throws {
    let events = EventQueue<String>()
    let handler = TestHandler(stream: { _, body, pending in
      pending.sendLater {
        do { for try await _ in body {} } catch { events.add("\(error)") }
        return ServerResponse(.ok)
      }
    })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      try socket.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\nnonsense\r\n")
      let last = try events.next()
      #expect(last == "cutShort" || last.contains("Cancellation"))
      _ = try? socket.readToEnd()
      #expect(try RawSocket(port: port).request("GET", "/").status == 200)
    }
  }

  /// While a handler does not read a body, the peer must wait, and the server does not buffer the whole body.
  @Test func aReaderThatStopsStopsItsPeer() async throws {
    let gate = Gate()
    let handler = TestHandler(stream: { _, body, pending in
      pending.sendLater {
        await gate.wait()
        var count = 0
        do { for try await piece in body { count += piece.count } } catch {}
        return ServerResponse(.ok, body: .bytes(Array("\(count)".utf8)))
      }
    })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      let size = 100 << 20
      try socket.sendRequest("POST", "/", headers: ["Content-Length: \(size)"])
      socket.doNotBlock()
      let piece = [UInt8](repeating: 1, count: 1 << 20)
      var sent = 0
      while sent < size, let count = socket.sendSome(piece) { sent += count }
      #expect(sent < size / 2)
      gate.open()
      socket.block()
      while sent < size {
        try socket.send(Array(piece.prefix(size - sent)))
        sent += min(piece.count, size - sent)
      }
      #expect(try socket.readResponse().text == "\(size)")
    }
  }

  /// The server joins chunks of one byte into larger pieces for the handler.
  @Test func smallChunksAreOnePiece() async throws {
    let handler = TestHandler(stream: { _, body, pending in
      pending.sendLater {
        var (count, pieces) = (0, 0)
        do {
          for try await piece in body { (count, pieces) = (count + piece.count, pieces + 1) }
        } catch {}
        return ServerResponse(.ok, body: .bytes(Array("\(count) \(pieces < count / 10)".utf8)))
      }
    })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      let chunks = String(repeating: "1\r\na\r\n", count: 100_000)
      try socket.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)0\r\n\r\n")
      #expect(try socket.readResponse().text == "100000 true")
    }
  }
}
