import Glibc
import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

extension OwnProcessTests {
  @Suite struct DescriptorLimitTests {
    /// This test runs in a separate process, because it limits the descriptors of its process.
    @Test func whoIsConnectedIsServedWhileNobodyElseCanBe() async {
      await #expect(processExitsWith: .success) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = rlim_t(ProcessStatus.openDescriptors + 120)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        try await withServer { port in
          // Serve this client before the others connect and use up the descriptors of this process.
          let first = try RawSocket(port: port)
          #expect(try first.request("GET", "/").status == 200)
          var clients: [RawSocket] = []
          while let client = try? RawSocket(port: port) { clients.append(client) }
          #expect(clients.count > 10)
          #expect(try first.request("GET", "/").status == 200)
          // This client waits in the listener's backlog until other clients disconnect.
          let last = clients.removeLast()
          try last.sendRequest("GET", "/late")
          clients = []
          #expect(try last.readResponse().text == "GET /late - 0")
          #expect(try first.request("GET", "/").status == 200)
        }
      }
    }
    @Test func filesAreThereAgainWhenDescriptorsAre() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        try folder.write("here", to: "a.txt")
        let root = try DocumentRoot(path: folder.path, injecting: [])
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = rlim_t(ProcessStatus.openDescriptors + 30)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #expect(root.respond(to: ServerRequest(path: "/a.txt"))?.status == .ok)
        var taken: [CInt] = []
        while case let descriptor = dup(0), descriptor >= 0 { taken.append(descriptor) }
        #expect(root.respond(to: ServerRequest(path: "/a.txt"))?.status == .serviceUnavailable)
        for descriptor in taken { close(descriptor) }
        #expect(root.respond(to: ServerRequest(path: "/a.txt"))?.status == .ok)
        #expect(root.respond(to: ServerRequest(path: "/b.txt")) == nil)
      }
    }
  }
}
