import DSBridgeLocks
import Foundation
import Glibc
import Logging
import ServiceLifecycle
import SnippetBridgeLifecycle
import SnippetBridgeTesting
import Testing

@testable import SnippetBridge

/// A server beside other services.
@Suite(.timeLimit(.minutes(5))) struct LifecycleTests {
  @Test func aGracefulShutdownOfTheGroupEndsTheServer() async throws {
    let server = try BridgeServer(configuration: .init(port: 0)) { webView in
      webView.addInterface(Adding(), by: nil)
    }
    let group = ServiceGroup(services: [server.service], logger: Logger(label: "group"))
    async let running: Void = group.run()
    let page = try await TestPage.open(try await server.url())
    #expect(try await page.call("addingOne", 1) == 2)
    await group.triggerGracefulShutdown()
    try await running
    await #expect(throws: (any Error).self) { try await page.call("addingOne", 1, as: Int.self) }
  }

  @Test func theGroupGetsTheReasonWhyTheServerCannotStart() async throws {
    let first = try BridgeServer(configuration: .init(port: 0)) { _ in }
    let running = Task { try await first.run() }
    let port = try #require(try await first.url().port)
    let second = try BridgeServer(configuration: .init(port: port)) { _ in }
    let group = ServiceGroup(services: [second.service], logger: Logger(label: "group"))
    let error = await #expect(throws: BridgeServerError.self) { try await group.run() }
    #expect(error?.description.contains("\(port)") == true)
    running.cancel()
    try await running.value
  }

  // These tests run in processes of their own, because they handle signals.

  @Test func aCompanionThatFailsEndsTheServer() async {
    await #expect(processExitsWith: .success) {
      let server = try BridgeServer(configuration: .init(port: 0)) { _ in }
      let other = Companion { await untilCancelled() }
      server.addService(other)
      server.addService(Companion { throw BridgeServerError("no Redis") })
      let error = await #expect(throws: BridgeServerError.self) { try await server.runUntilSignal() }
      #expect(error?.description == "no Redis")
      #expect(other.isOver)
    }
  }

  @Test func aCompanionThatEndsEarlyEndsTheServer() async {
    await #expect(processExitsWith: .success) {
      let server = try BridgeServer(configuration: .init(port: 0)) { _ in }
      server.addService(Companion {})
      let error = await #expect(throws: BridgeServerError.self) { try await server.runUntilSignal() }
      #expect(error?.description.contains("Companion, which runs beside the server") == true)
    }
  }

  @Test func theReasonWhyTheServerCannotStartHidesWhatFollows() async {
    await #expect(processExitsWith: .success) {
      let first = try BridgeServer(configuration: .init(port: 0)) { _ in }
      let running = Task { try await first.run() }
      let port = try #require(try await first.url().port)
      let second = try BridgeServer(configuration: .init(port: port)) { _ in }
      second.addService(
        Companion {
          await untilCancelled()
          throw BridgeServerError("cannot leave Redis")
        })
      let error = await #expect(throws: BridgeServerError.self) { try await second.runUntilSignal() }
      #expect(error?.description.contains("\(port)") == true)
      running.cancel()
    }
  }

  @Test func aSignalOrACancellationEndsTheServerBeforeItsCompanions() async {
    await #expect(processExitsWith: .success) {
      for isSignal in [true, false] {
        let server = try BridgeServer(configuration: .init(port: 0)) { _ in }
        let companion = Companion { [weak server] in
          await untilCancelled()
          #expect(server?.isShuttingDown != false)
        }
        server.addService(companion)
        let running = Task { try await server.runUntilSignal() }
        _ = try await server.url()
        if isSignal { kill(getpid(), SIGTERM) } else { running.cancel() }
        try await running.value
        #expect(companion.isOver)
      }
    }
  }
}

/// Tests of signals, each in a process of its own.
@Suite(.timeLimit(.minutes(5))) struct SignalTests {
  @Test(arguments: [SIGHUP, SIGUSR1, SIGUSR2, SIGALRM]) func aSignalEndsTheServerGracefully(signal: CInt) async {
    await #expect(processExitsWith: .success) { [signal] in
      let server = try BridgeServer(configuration: .init(port: 0)) { _ in }
      let running = Task { try await server.runUntilSignal() }
      _ = try await server.url()
      kill(getpid(), signal)
      try await running.value
      #expect(server.isShuttingDown)
    }
  }

  @Test func aSignalThatTheProgramHandlesIsItsOwn() async {
    await #expect(processExitsWith: .success) {
      signal(SIGHUP, SIG_IGN)
      signal(SIGUSR1) { _ in isHandled.store(true, ordering: .relaxed) }
      let server = try BridgeServer(configuration: .init(port: 0)) { $0.addInterface(Adding(), by: nil) }
      let running = Task { try await server.runUntilSignal() }
      let page = try await TestPage.open(try await server.url())
      for signal in [SIGHUP, SIGUSR1] { kill(getpid(), signal) }
      #expect(try await page.call("addingOne", 1) == 2)
      // Another thread may handle the signal, a moment later.
      while !isHandled.load(ordering: .relaxed) { await Task.yield() }
      kill(getpid(), SIGTERM)
      try await running.value
    }
  }
}

private let isHandled = Atomic(false)

private func untilCancelled() async {
  let (end, continuation) = AsyncStream<Never>.makeStream()
  for await _ in end {}
  continuation.finish()
}

private final class Companion: CompanionService {
  private let hasEnded = Atomic(false)
  private let body: @Sendable () async throws -> Void
  var isOver: Bool { hasEnded.load(ordering: .relaxed) }

  init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }

  func run() async throws {
    defer { hasEnded.store(true, ordering: .relaxed) }
    try await body()
  }
}

@Exposed
private struct Adding {
  func addingOne(to input: Int) -> Int { input + 1 }
}
