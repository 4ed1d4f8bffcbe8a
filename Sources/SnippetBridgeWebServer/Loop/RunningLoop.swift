import SnippetBridgeCLibwebsockets

/// An event loop and the thread that runs it.
struct RunningLoop: Sendable {
  private let loop: EventLoop
  /// The task that ends after the loop's thread.
  private let thread: Task<Void, Never>?

  /// Starts a loop on a new thread. Returns when the loop runs.
  static func start(server: ServerContext, index: Int) async throws(WebServerError) -> RunningLoop {
    let loop = EventLoop()
    var thread: Task<Void, Never>?
    let failure = await withCheckedContinuation { (started: CheckedContinuation<WebServerError?, Never>) in
      thread = Task {
        let hasRun = await Thread.run(name: "web-loop-\(index)") { run(loop, server: server, started: started) }
        if !hasRun {
          started.resume(returning: WebServerError(.eventLoop, "The system cannot create a thread for an event loop."))
        }
      }
    }
    if let failure { throw failure }
    return RunningLoop(loop: loop, thread: thread)
  }

  /// Runs the loop. This function is the body of the loop's thread. The loop's state is used only inside this function.
  private static func run(
    _ loop: EventLoop, server: ServerContext, started: CheckedContinuation<WebServerError?, Never>
  ) {
    let state = LoopState(loop, server: server)
    defer { state.close() }
    do throws(WebServerError) {
      try state.open()
    } catch {
      return started.resume(returning: error)
    }
    started.resume(returning: nil)
    var hasMore = false
    while !state.isLeaving, let libev = state.libev {
      // Waits for events, unless orders or woken members have arrived since the last round of events.
      sb_ev_run(libev, hasMore ? 0 : 1)
      hasMore = state.drain()
    }
  }

  func give(_ order: EventLoop.Order) { loop.give(order) }

  /// Lets the connections finish for at most `limit`, then ends the loop. Cancelling the task ends the loop at once.
  /// Returns when the loop's thread has ended.
  func shutDown(within limit: Duration) async {
    give(.shutDown(within: limit))
    await withTaskCancellationHandler {
      _ = await thread?.value
    } onCancel: {
      give(.shutDown(within: .zero))
    }
  }
}
