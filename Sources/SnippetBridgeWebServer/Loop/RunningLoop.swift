import Logging
import SnippetBridgeCLibwebsockets

/// An event loop and the thread that runs it.
struct RunningLoop: Sendable {
  private let loop: EventLoop
  private let ended: Latch

  /// Starts a loop on a new thread. Returns when the loop accepts connections.
  static func start(
    server: ServerContext, sockets: [BoundSocket], index: Int
  ) async throws(WebServerError) -> RunningLoop {
    let loop = EventLoop()
    let ended = Latch()
    let result = await withCheckedContinuation { (started: CheckedContinuation<WebServerError?, Never>) in
      let thread = Thread(name: "web-loop-\(index)") {
        run(loop, server: server, sockets: sockets, started: started)
        ended.open()
      }
      guard let thread else {
        return started.resume(
          returning: WebServerError(.eventLoop, "The system cannot create a thread for an event loop."))
      }
      ended.keep(thread)
    }
    if let result { throw result }
    return RunningLoop(loop: loop, ended: ended)
  }

  /// Runs the loop. This function is the body of the loop's thread. The loop's state is used only inside this function.
  private static func run(
    _ loop: EventLoop, server: ServerContext, sockets: [BoundSocket],
    started: CheckedContinuation<WebServerError?, Never>
  ) {
    let state = LoopState(loop, server: server)
    defer { state.close() }
    do throws(WebServerError) {
      try state.open(sockets)
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

  /// Accepts connections on further sockets.
  func listen(on sockets: [BoundSocket]) { loop.give(.listen(sockets)) }

  /// Closes the sockets of a listener, and its idle connections.
  func stopListening(_ index: Int) { loop.give(.stopListening(index)) }

  /// Closes the listening sockets. Existing connections stay open.
  func stopAccepting() { loop.give(.stopAccepting) }

  /// Lets the connections finish for at most `limit`, then ends the loop.
  func shutDown(within limit: Duration) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await loop.shutDown() }
      group.addTask {
        try? await Task.sleep(for: limit)
        loop.give(.leave)
      }
      await group.next()
      group.cancelAll()
    }
    await stop()
  }

  /// Ends the loop and waits for its thread.
  func stop() async {
    loop.give(.leave)
    await ended.wait()
  }
}
