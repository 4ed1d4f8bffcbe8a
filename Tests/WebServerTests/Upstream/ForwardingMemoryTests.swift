import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// Large bodies with little memory. The tests run in their own processes, because other tests use memory as well.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct ForwardingMemoryTests {
  @Test func aSlowReaderGetsAHundredMegabytes() async {
    await #expect(processExitsWith: .success) {
      let size = 100 << 20
      let upstream = try HandmadeUpstream { link, upstream in
        while try upstream.readRequest(link) != nil {
          try link.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
          let piece = [UInt8](repeating: 7, count: 1 << 20)
          for _ in 0..<100 { try link.send(piece) }
        }
      }
      try await withForwarding(to: upstream) { port in
        let socket = try RawSocket(port: port, receiveBuffer: 64 << 10)
        for round in 0..<2 {
          let before = ProcessStatus.residentSize
          try socket.sendRequest("GET", "/")
          _ = try socket.readHead()
          // Read slowly from a small receive buffer, so that all buffers between the upstream server and this client
          // fill up.
          for _ in 0..<(size >> 16) { try socket.skip(1 << 16) }
          if round > 0 { #expect(ProcessStatus.residentSize - before < 8 << 20) }
        }
      }
    }
  }

  /// A page of 64 MB, compressed to 64 kB, which the server can read in one piece. The page arrives in one chunk, or in
  /// many chunks that each expand a little.
  @Test(arguments: [1 << 20, 50])
  func aPageThatGrowsWaitsForASlowReader(chunkSize: Int) async {
    await #expect(processExitsWith: .success) { [chunkSize] in
      let size = 64 << 20
      let page = try gzipped(Array("<head>".utf8) + [UInt8](repeating: 7, count: size))
      let upstream = try HandmadeUpstream { link, upstream in
        while try upstream.readRequest(link) != nil {
          var bytes = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
          for start in stride(from: 0, to: page.count, by: chunkSize) {
            let chunk = page[start..<min(start + chunkSize, page.count)]
            bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10]
          }
          try link.send(bytes + Array("0\r\n\r\n".utf8))
        }
      }
      let target = try Upstream(host: "127.0.0.1", port: upstream.port, isSecure: false)
      var handler = TestHandler()
      handler.forward = { request in
        var forwarded = ForwardedRequest.passing(request, to: target)
        forwarded.response = { head in
          let transform = GzipInflation(before: HeadInsertion(of: Array("<T>".utf8), charset: nil))
          return ForwardedResponse(ForwardedRequest.endToEndFields(of: head.fields), transform: transform)
        }
        return .forward(forwarded)
      }
      try await withServer(.plain, handler) { port in
        let before = ProcessStatus.residentSize
        let socket = try RawSocket(port: port, receiveBuffer: 64 << 10)
        // With HTTP/1.0 there are no chunks: the end of the connection ends the body.
        try socket.send("GET / HTTP/1.0\r\nHost: a\r\n\r\n")
        _ = try socket.readHead()
        #expect(try socket.read(9) == Array("<head><T>".utf8))
        for _ in 0..<(size >> 20) {
          try socket.skip(1 << 20)
          #expect(ProcessStatus.residentSize - before < 16 << 20)
        }
        #expect(try socket.readToEnd() == [])
      }
    }
  }

  @Test func anUploadOfAGigabyte() async {
    await #expect(processExitsWith: .success) {
      let size = 1 << 30
      let upstream = try HandmadeUpstream { link, upstream in
        while let head = try upstream.readRequest(link) {
          try link.skip(head.headerValue("Content-Length").flatMap { Int($0) } ?? 0)
          try link.send(.ok("taken"))
        }
      }
      try await withForwarding(to: upstream) { port in
        let socket = try RawSocket(port: port)
        let piece = [UInt8](repeating: 7, count: 1 << 20)
        #expect(try socket.request("POST", "/warm", body: piece).text == "taken")
        let before = ProcessStatus.residentSize
        try socket.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
        for _ in 0..<(size >> 20) { try socket.send(piece) }
        #expect(try socket.readResponse().text == "taken")
        #expect(ProcessStatus.residentSize - before < 8 << 20)
      }
    }
  }
}
