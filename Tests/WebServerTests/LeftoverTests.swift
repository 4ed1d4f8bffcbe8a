import Glibc
import Testing

@testable import WebServer

extension OwnProcessTests {
  @Suite struct LeftoverTests {
    /// In a process of its own: the other tests open descriptors and threads too.
    @Test func fiftyServersLeaveNothing() async {
      await #expect(processExitsWith: .success) {
        let directory = TemporaryDirectory()
        let tls = try SelfSignedCertificate.ensure(in: directory.path)
        // What is made once and kept: Swift's threads, OpenSSL's tables.
        for configuration in [nil, tls] { try await OwnProcessTests.LeftoverTests.serveOnce(tls: configuration) }
        let descriptors = ProcessStatus.openDescriptors
        let threads = ProcessStatus.threads
        let memory = ProcessStatus.residentSize
        for number in 0..<50 { try await OwnProcessTests.LeftoverTests.serveOnce(tls: number % 10 == 0 ? tls : nil) }
        #expect(ProcessStatus.openDescriptors <= descriptors)
        // Swift may have added threads to its pool of one per core, and a test's own thread may be about to end.
        #expect(ProcessStatus.threads <= threads + 4)
        // The address sanitizer keeps what it knows of each thread.
        if !OwnProcessTests.LeftoverTests.isAddressSanitized { #expect(ProcessStatus.residentSize - memory < 8 << 20) }
      }
    }

    /// Run by `make sanitize-addresses`.
    private static var isAddressSanitized: Bool { getenv("ASAN_OPTIONS") != nil }

    private static func serveOnce(tls: TLSConfiguration?) async throws {
      try await withServer(change: {
        $0.loops = 2
        $0.listeners[0].tls = tls
      }) { port in
        if tls == nil {
          #expect(try RawSocket(port: port).request("GET", "/").status == 200)
          let client = try WebSocketClient(port: port)
          try client.send("x")
          #expect(try client.readMessage() == [120])
        }
      }
    }
  }
}
