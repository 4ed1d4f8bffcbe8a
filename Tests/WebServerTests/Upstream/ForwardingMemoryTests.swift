import TestSupport
import Testing

@testable import WebServer

/// Large bodies in little memory. In processes of their own: the other tests take memory too.
@Suite(.ownThreads) struct ForwardingMemoryTests {
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
          // A small receive buffer, emptied bit by bit: all buffers on the way fill up.
          for _ in 0..<(size >> 16) { try socket.skip(1 << 16) }
          if round > 0 { #expect(ProcessStatus.residentSize - before < 8 << 20) }
        }
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
