import Foundation
import Logging
import SnippetBridgeTesting
import Testing

@testable import SnippetBridge

/// The time limit for a socket's hello.
@Suite(.timeLimit(.minutes(5))) struct HelloTimeTests {
  /// A clock whose sleeps never end unless they are cancelled. It reports cancelled sleeps.
  private struct StoppedClock: Clock {
    let cancelled: AsyncStream<Void>.Continuation

    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      for await _ in AsyncStream<Void>(unfolding: {
        try? await Task.sleep(for: .seconds(86_400)); return nil
      }) {}
      guard Task.isCancelled else { return }
      cancelled.yield()
      throw CancellationError()
    }
  }

  @Test(.timeLimit(.minutes(1))) func isNotWaitedForAnyLongerWhenItIsHere() async throws {
    let (cancelled, sink) = AsyncStream<Void>.makeStream()
    var configuration = BridgeConfiguration(port: 0, root: FileManager.default.temporaryDirectory.path)
    configuration.logger.logLevel = .critical
    let server = try BridgeServer(configuration: configuration, clock: StoppedClock(cancelled: sink)) { _, _ in }
    try await server.run {
      let page = try await TestPage.open(try await server.url())
      for await _ in cancelled { break }
      // The socket is still open.
      #expect(await page.isConnected)
      await page.close()
    }
  }
}
