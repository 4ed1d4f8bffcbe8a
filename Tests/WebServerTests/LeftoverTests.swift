import Glibc
import Testing

@testable import SnippetBridgeWebServer

extension OwnProcessTests {
  @Suite struct LeftoverTests {
    /// Runs in its own process, because other tests also open descriptors and threads.
    @Test func fiftyServersLeaveNothing() async {
      await #expect(processExitsWith: .success) {
        let directory = TemporaryDirectory()
        let tls = try SelfSignedCertificate.ensure(in: directory.path)
        // First create the resources that the process keeps, such as Swift's threads and OpenSSL's tables.
        for configuration in [nil, tls] { try await OwnProcessTests.LeftoverTests.serveOnce(tls: configuration) }
        let descriptors = ProcessStatus.openDescriptors
        let threads = ProcessStatus.threads
        let memory = ProcessStatus.residentSize
        for number in 0..<50 { try await OwnProcessTests.LeftoverTests.serveOnce(tls: number % 10 == 0 ? tls : nil) }
        #expect(ProcessStatus.openDescriptors <= descriptors)
        // Since the first count, Swift may have added threads to its pool (up to one per core), and the thread of a
        // finished test may still be running.
        #expect(ProcessStatus.threads <= threads + 4)
        // The address sanitizer keeps data about each thread, so memory grows with it.
        if !OwnProcessTests.LeftoverTests.isAddressSanitized { #expect(ProcessStatus.residentSize - memory < 8 << 20) }
      }
    }

    /// Indicates whether the test runs under the address sanitizer, as in `make sanitize-addresses`.
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
