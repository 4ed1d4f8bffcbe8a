/// What lives on a loop: a connection that speaks HTTP, a WebSocket that libwebsockets has, or the rest of an upstream
/// server's response that no connection waits for.
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

  // All on the loop's thread.

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
    // It may still end in time.
    case .diversion: break
    }
  }

  /// The loop ends.
  func cut() {
    switch self {
    case .connection(let connection): connection.onLoop(()) { connection, _ in connection.close() }
    case .webSocket(let socket): socket.onLoop(()) { socket, _ in socket.letGo() }
    case .diversion(let diversion): diversion.cut()
    }
  }
}
