import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

@Suite(.serialized, .ownThreads, .timeLimit(.minutes(5))) struct StreamingTests {
  /// A stream whose bytes are generated on demand, without a file.
  struct Sparse: BodyStream {
    let length: Int64
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
      buffer.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: offset >> 16))
      return buffer.count
    }
  }

  /// A stream that fails before its end.
  struct Broken: BodyStream {
    let length: Int64 = 1 << 20
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
      if offset > 100_000 { throw TestError("the disk is gone") }
      return buffer.count
    }
  }

  static let clocks = EventQueue<ThreadClock>()

  static let handler = TestHandler(
    answer: { request in
      switch request.path {
      case "/sparse": ServerResponse(.ok, body: .stream(Sparse(length: 2 << 30)))
      case "/broken": ServerResponse(.ok, body: .stream(Broken()))
      case "/bytes": ServerResponse(.ok, body: .bytes(pattern(5_000_000)))
      default: TestHandler.echo(request)
      }
    },
    refuse: { request in
      // This closure runs on the loop's thread, so the clock measures that thread. The answer runs on another one.
      if request.path == "/clock" { clocks.add(ThreadClock()) }
      return nil
    })

  /// This test and the next one run in processes of their own, because other tests use memory as well.
  @Test func twoGigabytesInLittleMemory() async {
    await #expect(processExitsWith: .success) {
      try await withServer(StreamingTests.handler) { port in
        let socket = try RawSocket(port: port)
        _ = try socket.request("GET", "/warm")
        try socket.sendRequest("GET", "/sparse")
        let head = try socket.readHead()
        #expect(head.contains("Content-Length: 2147483648\r\n"))
        try socket.skip(64 << 20)
        let before = ProcessStatus.residentSize
        try socket.skip((2 << 30) - (64 << 20))
        #expect(ProcessStatus.residentSize - before < 16 << 20)
        #expect(try socket.request("GET", "/after").text == "GET /after - 0")
      }
    }
  }

  @Test func aSlowReaderCostsNoMemoryAndNoProcessor() async {
    await #expect(processExitsWith: .success) {
      try await withServer(StreamingTests.handler) { port in
        let socket = try RawSocket(port: port, receiveBuffer: 4096)
        _ = try socket.request("GET", "/clock")
        let clock = try StreamingTests.clocks.next()
        // The next request arrives during the response. The server must not ask libwebsockets to read it before the
        // response has been sent.
        try socket.sendRequest("GET", "/sparse")
        _ = try socket.readHead()
        try socket.sendRequest("GET", "/behind")
        let memory = ProcessStatus.residentSize
        let processor = clock.seconds
        // There is no event to wait for: measure the memory and processor time of an idle period.
        _ = try Command("/bin/sleep", "0.5")
        #expect(ProcessStatus.residentSize - memory < 16 << 20)
        #expect(clock.seconds - processor < 0.05)
      }
    }
  }

  @Test func largeBytesArriveWhole() async throws {
    try await withServer(Self.handler) { port in
      let socket = try RawSocket(port: port)
      for _ in 0..<3 { #expect(try socket.request("GET", "/bytes").body == pattern(5_000_000)) }
      #expect(try socket.request("HEAD", "/bytes").header("Content-Length") == "5000000")
      #expect(try socket.request("GET", "/after").text == "GET /after - 0")
    }
  }

  @Test func aBrokenStreamEndsTheConnectionOnly() async throws {
    try await withServer(Self.handler) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest("GET", "/broken")
      _ = try socket.readHead()
      let count = try socket.readToEnd().count
      #expect(count < 1 << 20)
      #expect(try RawSocket(port: port).request("GET", "/after").status == 200)
    }
  }
}
