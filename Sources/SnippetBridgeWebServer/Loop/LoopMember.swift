/// An object that lives on a loop: an HTTP connection, a WebSocket of libwebsockets, or a diversion. A diversion
/// reads the rest of an upstream server's response without a client's connection.
enum LoopMember {
  case connection(Connection)
  case webSocket(WebSocketConnection)
  case diversion(Diversion)

  var id: ObjectIdentifier {
    switch self {
    case .connection(let connection): ObjectIdentifier(connection)
    case .webSocket(let socket): ObjectIdentifier(socket)
    case .diversion(let diversion): ObjectIdentifier(diversion)
    }
  }

  // The following functions must be called on the loop's thread.

  func flush() {
    switch self {
    case .connection(let connection): connection.onLoop(()) { connection, _ in connection.flush() }
    case .webSocket(let socket): socket.onLoop(()) { socket, _ in socket.flush() }
    case .diversion(let diversion): diversion.flush()
    }
  }

  func deadlinePassed() {
    switch self {
    case .connection(let connection): connection.onLoop(()) { connection, _ in connection.deadlinePassed() }
    case .webSocket(let socket): socket.onLoop(()) { socket, _ in socket.deadlinePassed() }
    case .diversion(let diversion): diversion.deadlinePassed()
    }
  }

  func serverIsStopping() {
    switch self {
    case .connection(let connection): connection.onLoop(()) { connection, _ in connection.serverIsStopping() }
    case .webSocket(let socket): socket.onLoop(()) { socket, _ in socket.serverIsStopping() }
    // The diversion may still complete in time.
    case .diversion: break
    }
  }

  /// Closes the member because the loop ends.
  func cut() {
    switch self {
    case .connection(let connection): connection.onLoop(()) { connection, _ in connection.close() }
    case .webSocket(let socket): socket.onLoop(()) { socket, _ in socket.letGo() }
    case .diversion(let diversion): diversion.cut()
    }
  }
}

/// An actor that lives on an event loop.
protocol LoopActor: Actor {
  nonisolated var eventLoop: EventLoop { get }
}

extension LoopActor {
  /// Runs `body` isolated to the actor, as `assumeIsolated(_:)` does, for code that runs many times per round. `body`
  /// gets its values as an argument and captures nothing, so nothing is allocated. The loop checks its own thread
  /// faster than the runtime does.
  @inline(__always)
  nonisolated func onLoop<Argument, Result>(
    _ argument: Argument, _ body: @escaping (isolated Self, Argument) -> Result
  ) -> Result {
    // No peer can reach this trap: callers are callbacks of libev and libwebsockets, which run on the loop's thread.
    precondition(eventLoop.isOnLoop, "This code must run on the actor's event loop.")
    // Safe because isolation is checked above and is not part of a function's representation. `assumeIsolated` does
    // the same.
    return unsafeBitCast(body, to: ((Self, Argument) -> Result).self)(self, argument)
  }
}
