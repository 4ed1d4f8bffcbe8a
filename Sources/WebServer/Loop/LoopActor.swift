/// An actor that lives on an event loop.
protocol LoopActor: Actor {
  nonisolated var eventLoop: EventLoop { get }
}

extension LoopActor {
  /// As `assumeIsolated(_:)`, for what happens many times in each round: `body` gets what it needs as an argument and
  /// captures nothing, so nothing is allocated, and the loop knows its own thread faster than the runtime does.
  @inline(__always)
  nonisolated func onLoop<Argument, Result>(
    _ argument: Argument, _ body: @escaping (isolated Self, Argument) -> Result
  ) -> Result {
    precondition(eventLoop.isOnLoop, "not on the actor's event loop")
    // Sound: isolation is checked above, and is no part of a function's representation; `assumeIsolated` does the same.
    return unsafeBitCast(body, to: ((Self, Argument) -> Result).self)(self, argument)
  }
}
