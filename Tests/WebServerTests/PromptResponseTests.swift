import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// Responses that a handler returns at once. The server sends them within the callback that has received the request.
@Suite(.timeLimit(.minutes(5))) struct PromptResponseTests {
  private func handler() -> TestHandler {
    TestHandler(prompt: { request in
      request.path.hasPrefix("/prompt")
        ? ServerResponse(
          .ok, headers: [.contentType: "text/plain"], body: .bytes(Array("at once \(request.body.count)".utf8)))
        : nil
    })
  }

  @Test func itTakesItsTurnBesideOthers() async throws {
    try await withServer(handler()) { port in
      let socket = try RawSocket(port: port)
      for _ in 1...3 {
        #expect(try socket.request("GET", "/prompt").text == "at once 0")
        #expect(try socket.request("GET", "/later").text == "GET /later - 0")
        #expect(try socket.request("POST", "/prompt", body: [1, 2, 3]).text == "at once 3")
        #expect(try socket.request("HEAD", "/prompt").header("Content-Length") == "9")
      }
    }
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
    try await withServer(handler()) { port in
      let socket = try RawSocket(port: port)
      for path in ["/prompt", "/1", "/prompt", "/prompt", "/2"] { try socket.sendRequest("GET", path) }
      for text in ["at once 0", "GET /1 - 0", "at once 0", "at once 0", "GET /2 - 0"] {
        #expect(try socket.readResponse().text == text)
      }
    }
  }

  /// A stream in which each byte is computed from its position.
  private struct Counted: BodyStream {
    let length: Int64
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
      for index in buffer.indices { buffer[index] = Self.byte(Int(offset) + index) }
      return buffer.count
    }
    static func byte(_ position: Int) -> UInt8 { UInt8(truncatingIfNeeded: position &* 31 &+ position >> 8) }
  }

  private struct Unreadable: BodyStream {
    let length: Int64 = 10
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
      throw TestError("the disk is gone")
    }
  }

  @Test(arguments: [0, 1, 4096, 65_000, 65_300, 65_536, 65_537, 200_000])
  func aStreamBeginsWithItsHead(_ length: Int) async throws {
    let handler = TestHandler(prompt: { _ in ServerResponse(.ok, body: .stream(Counted(length: Int64(length)))) })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      for _ in 1...2 {
        let answer = try socket.request("GET", "/")
        #expect(answer.body == (0..<length).map(Counted.byte))
        #expect(try socket.request("HEAD", "/").header("Content-Length") == "\(length)")
      }
    }
  }

  @Test func aStreamThatCannotBeReadEndsTheConnection() async throws {
    try await withServer(TestHandler(prompt: { _ in ServerResponse(.ok, body: .stream(Unreadable())) })) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("GET", "/")
      #expect(try socket.readHead().contains("Content-Length: 10\r\n"))
      #expect(try socket.readToEnd().isEmpty)
    }
  }

  @Test func itMayCloseTheConnection() async throws {
    try await withServer(handler()) { port in
      let socket = try RawSocket(port: port)
      #expect(try socket.request("GET", "/prompt", headers: ["Connection: close"]).text == "at once 0")
      #expect(try socket.readToEnd().isEmpty)
    }
  }
}
