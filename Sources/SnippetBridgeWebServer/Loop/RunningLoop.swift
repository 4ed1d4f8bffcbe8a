import Logging
import SnippetBridgeCLibwebsockets

/// An event loop and the thread that runs it.
struct RunningLoop: Sendable {
  let state: LoopState
  private let ended: Latch

  /// Starts a loop on a new thread. Returns when the loop accepts connections.
  static func start(
    server: ServerContext, sockets: [BoundSocket], index: Int
  ) async throws(WebServerError) -> RunningLoop {
    let executor = EventLoop()
    let state = LoopState(executor: executor, server: server)
    let ended = Latch()
    let result = await withCheckedContinuation { (started: CheckedContinuation<WebServerError?, Never>) in
      let thread = Thread(name: "web-loop-\(index)") {
        run(state: state, executor: executor, sockets: sockets, started: started)
        ended.open()
      }
      guard let thread else {
        return started.resume(
          returning: WebServerError(.eventLoop, "The system cannot create a thread for an event loop."))
      }
      ended.keep(thread)
    }
    if let result { throw result }
    return RunningLoop(state: state, ended: ended)
  }

  /// Runs the loop: the body of the loop's thread.
  private static func run(
    state: LoopState, executor: EventLoop, sockets: [BoundSocket],
    started: CheckedContinuation<WebServerError?, Never>
  ) {
    executor.claim()
    // Safe, here and below: this thread is the executor from here on.
    let failure = state.assumeIsolated { state -> WebServerError? in
      do throws(WebServerError) {
        try state.open(sockets)
        return nil
      } catch {
        return error
      }
    }
    started.resume(returning: failure)
    var hasMore = false
    while failure == nil, let libev = state.onLoop((), { state, _ in state.isRunning ? state.libevHandle : nil }) {
      // Waits for events, unless jobs are left over from the last round.
      sb_ev_run(libev.pointer, hasMore ? 0 : 1)
      hasMore = executor.drain()
    }
    state.assumeIsolated { $0.close() }
  }

  /// Lets the connections finish for at most `limit`, then ends the loop.
  func shutDown(within limit: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await state.shutDown() }
      group.addTask {
        try? await Task.sleep(for: limit)
        await state.leave()
      }
      await group.next()
      group.cancelAll()
    }
    await stop()
  }

  /// Ends the loop and waits for its thread.
  func stop() async {
    await state.leave()
    await ended.wait()
  }
}
