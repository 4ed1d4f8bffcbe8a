import Glibc
import Testing

@testable import WebServer

@Suite struct DescriptorLimitTests {
  /// In a process of its own, which may have few descriptors.
  @Test func whoIsConnectedIsServedWhileNobodyElseCanBe() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = rlim_t(ProcessStatus.openDescriptors + 60)
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      try await withServer { port in
        // Served before the others come, which take descriptors from the server in this same process.
        let first = try RawSocket(port: port)
        #expect(try first.request("GET", "/").status == 200)
        var clients: [RawSocket] = []
        while let client = try? RawSocket(port: port) { clients.append(client) }
        #expect(clients.count > 10)
        #expect(try first.request("GET", "/").status == 200)
        // It waits in the listener's queue until some of the others go.
        let last = clients.removeLast()
        try last.sendRequest("GET", "/late")
        clients = []
        #expect(try last.readResponse().text == "GET /late - 0")
        #expect(try first.request("GET", "/").status == 200)
      }
    }
  }
}
