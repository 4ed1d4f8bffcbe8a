import Foundation
import Glibc
import Logging
import Testing

@testable import SnippetBridge
@testable import SnippetBridgeTesting

/// Tests that run in processes of their own, one after another.
@Suite(.serialized, .timeLimit(.minutes(5))) struct OwnProcessTests {
  /// The log goes to a full disk, or to a pipe whose reader has ended. Neither stops the server. A full disk affects
  /// only the log, because the server writes nothing else to disk.
  @Test(arguments: ["/dev/full", "pipe"]) func aLogThatCannotBeWrittenStopsNothing(output: String) async {
    await #expect(processExitsWith: .success) { [output] in
      signal(SIGPIPE, SIG_DFL)
      var ends: [CInt] = [-1, -1]
      if output == "pipe" {
        #expect(pipe(&ends) == 0)
        close(ends[0])
      } else {
        ends[1] = open(output, O_WRONLY)
      }
      dup2(ends[1], 1)
      dup2(ends[1], 2)
      var logger = Logger(label: "test") { StreamLogHandler.standardOutput(label: $0) }
      logger.logLevel = .trace
      if output != "pipe" { #expect(write(1, "x", 1) == -1 && errno == ENOSPC) }
      let configuration = BridgeConfiguration(
        port: 0, root: FileManager.default.temporaryDirectory.path, logger: logger)
      let server = try BridgeServer(configuration: configuration) { $0.addInterface(Fixture(), by: nil) }
      let running = Task { try await server.runUntilSignal() }
      let page = try await TestPage.open(try await server.url())
      for number in 1...100 { #expect(try await page.call("addingOne", number) == number + 1) }
      // Each failure adds a line to the log.
      for _ in 1...100 { await #expect(throws: CallFailure.self) { try await page.call("fail", as: Int.self) } }
      await page.close()
      kill(getpid(), SIGTERM)
      try await running.value
    }
  }

  @Test func aLogWhoseReaderStandsStillStopsNothing() async {
    await #expect(processExitsWith: .success) {
      let pipe = try await runWithoutReader { page async throws in #expect(try await page.call("addingOne", 1) == 2) }
      // Close the pipe, because the test framework writes to it at the end of this process.
      close(pipe)
    }
  }

  /// `exit()` flushes the log, but must not wait forever for a reader of the log.
  @Test func aProcessWhoseLogIsNotReadEndsAllTheSame() async {
    await #expect(processExitsWith: .exitCode(1)) {
      _ = try await runWithoutReader { _ in }
      exit(0)
    }
  }

  /// Swift prints the backtrace of a crash in a signal handler. The handler runs on each thread that calls a program's
  /// functions: that of a web view, an event loop, and Swift's pool.
  @Test(arguments: ["overflow", "immediate.overflow", "overflowLater"])
  func aCrashReachesTheSignalHandler(function: String) async {
    await #expect(processExitsWith: .exitCode(73)) { [function] in
      let handler: @convention(c) (CInt) -> Void = { _ in _exit(73) }
      for error in [SIGILL, SIGTRAP] { signal(error, handler) }
      var configuration = BridgeConfiguration(port: 0)
      configuration.documents = MemoryDocuments([:])
      let server = try BridgeServer(configuration: configuration) {
        $0.addInterface(Overflowing(), by: nil)
        $0.addInterface(Overflowing(), by: "immediate", immediate: true)
      }
      let running = Task { try await server.runUntilSignal() }
      let page = try await TestPage.open(try await server.url())
      _ = try await page.call(function, 1, as: Int.self)
      try await running.value
    }
  }

  /// A program that reads the output only once still receives all addresses, because one write prints them.
  @Test func everyAddressIsPrintedAtOnceAndInOrder() async {
    await #expect(processExitsWith: .success) {
      var ends: [CInt] = [-1, -1]
      #expect(pipe(&ends) == 0)
      dup2(ends[1], 1)
      var configuration = BridgeConfiguration(port: 0)
      configuration.documents = MemoryDocuments([:])
      configuration.logger.logLevel = .critical
      configuration.listeners = [.init(port: 0, documents: MemoryDocuments([:]))]
      configuration.proxiedSites = ["shop", "blog", "wiki"].map {
        ProxiedSite(name: $0, target: "http://localhost:1")
      }
      let server = try BridgeServer(configuration: configuration) { (_: WebView) in }
      let running = Task { try await server.runUntilSignal() }
      let expected = try await server.urls().map { "Open \($0)\n" }
      #expect(Set(expected).count == 5)
      var printed = [UInt8](repeating: 0, count: 4096)
      let count = read(ends[0], &printed, printed.count)
      #expect(String(decoding: printed.prefix(max(0, count)), as: UTF8.self) == expected.joined())
      kill(getpid(), SIGTERM)
      try await running.value
    }
  }

  /// The server opens standard descriptors that are closed. Otherwise its sockets would get their numbers, and the log
  /// would be written to a socket.
  @Test func aServerStartedWithoutStandardDescriptorsLogsToNobody() async {
    await #expect(processExitsWith: .success) {
      // In real use, these descriptors are already closed when the program starts. In this test, other threads are
      // already running, and one of them may open a file in between. In that case, the test tries again.
      var isDone = false
      for _ in 1...20 where !isDone {
        for number in 0...2 { close(CInt(number)) }
        try await TestServer.run(configure: {
          $0.logger = Logger(label: "test") { StreamLogHandler.standardOutput(label: $0) }
          $0.logger.logLevel = .trace
        }) { test async throws in
          isDone = (0...2).allSatisfy {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == "/dev/null"
          }
          #expect(try await test.http.request("GET", "/", headers: [("Host", "evil.example")]).status == 403)
          #expect(try await test.http.request("GET", "/").status == 200)
        }
      }
      #expect(isDone)
    }
  }

  /// The server raises the soft limit of descriptors to the hard limit, but at most to 65,536. With the usual soft
  /// limit of 1024, it would accept only 672 connections per address.
  @Test func asManyDescriptorsAreUsedAsThereMayBe() async {
    await #expect(processExitsWith: .success) {
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var limit = rlimit()
      getrlimit(resource, &limit)
      try #require(limit.rlim_max > 4096, "this system gives no more")
      limit.rlim_cur = 1024
      setrlimit(resource, &limit)
      try await TestServer.run { test async throws in
        getrlimit(resource, &limit)
        #expect(limit.rlim_cur == min(limit.rlim_max, 1 << 16))
        var held: [TCPConnection] = []
        for _ in 0..<1500 {
          held.append(
            try await TCPConnection.open(
              host: "127.0.0.1", port: try #require(test.url.port), limit: .seconds(60)))
        }
        #expect(try await test.http.request("GET", "/").status == 200)
        for connection in held { connection.cut() }
      }
    }
  }
}

/// `F_SETPIPE_SZ` of linux/fcntl.h, which the Glibc module does not export.
private let setPipeSize: CInt = 1031

/// Runs a server until SIGTERM. Its log goes to a pipe that nobody reads, and is ten times as long as the pipe's
/// capacity. Returns the reading end of the pipe.
private func runWithoutReader(_ body: (TestPage) async throws -> Void) async throws -> CInt {
  // Abort after 120 s: a server that waits for the log would wait forever.
  alarm(120)
  var ends: [CInt] = [-1, -1]
  #expect(pipe(&ends) == 0)
  #expect(fcntl(ends[1], setPipeSize, 4096) == 4096)
  dup2(ends[1], 1)
  dup2(ends[1], 2)
  var logger = Logger(label: "test") { StreamLogHandler.standardOutput(label: $0) }
  logger.logLevel = .trace
  var configuration = BridgeConfiguration(port: 0, root: FileManager.default.temporaryDirectory.path, logger: logger)
  configuration.shutdownTimeLimit = .seconds(1)
  let server = try BridgeServer(configuration: configuration) { $0.addInterface(Fixture(), by: nil) }
  let running = Task { try await server.runUntilSignal() }
  let page = try await TestPage.open(try await server.url())
  // Each failure adds a line to the log.
  for _ in 1...500 { await #expect(throws: CallFailure.self) { try await page.call("fail", as: Int.self) } }
  try await body(page)
  await page.close()
  kill(getpid(), SIGTERM)
  try await running.value
  return ends[0]
}

/// An interface whose functions crash.
@Exposed private final class Overflowing: Sendable {
  func overflow(_ number: Int) -> Int { Int.max + number }
  func overflowLater(_ number: Int) async -> Int { Int.max + number }
}
