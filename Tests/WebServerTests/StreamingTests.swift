import HTTPTypes
import TestSupport
import Testing

@testable import WebServer

@Suite(.serialized, .ownThreads, .timeLimit(.minutes(5))) struct StreamingTests {
  /// Zeros that no disk holds, counted as they are read.
  struct Sparse: BodyStream {
    let length: Int64
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
      buffer.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: offset >> 16))
      return buffer.count
    }
  }

  /// Ends before its length.
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
      // The loop's thread; the answer's is another.
      if request.path == "/clock" { clocks.add(ThreadClock()) }
      return nil
    })

  /// In a process of its own, as is the next: the other tests take memory too.
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
        // The next request is already there: libwebsockets must not be asked to read it meanwhile.
        try socket.sendRequest("GET", "/sparse")
        _ = try socket.readHead()
        try socket.sendRequest("GET", "/behind")
        let memory = ProcessStatus.residentSize
        let processor = clock.seconds
        // Nothing to wait for: this is about what happens while nothing happens.
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
