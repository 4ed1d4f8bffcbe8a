/// What lives on a loop: a connection that speaks HTTP, or a WebSocket that libwebsockets has.
enum LoopMember {
  case connection(Connection)
  case webSocket(WebSocketConnection)

  var id: ObjectIdentifier {
    switch self {
    case .connection(let connection): ObjectIdentifier(connection)
    case .webSocket(let socket): ObjectIdentifier(socket)
    }
  }

  // All on the loop's thread.

  func flush() {
    switch self {
    case .connection(let connection): connection.onLoop(()) { connection, _ in connection.flush() }
    case .webSocket(let socket): socket.onLoop(()) { socket, _ in socket.flush() }
    }
  }

  func deadlinePassed() {
    switch self {
    case .connection(let connection): connection.onLoop(()) { connection, _ in connection.deadlinePassed() }
    case .webSocket(let socket): socket.onLoop(()) { socket, _ in socket.deadlinePassed() }
    }
  }

  func serverIsStopping() {
    switch self {
    case .connection(let connection): connection.onLoop(()) { connection, _ in connection.serverIsStopping() }
    case .webSocket(let socket): socket.onLoop(()) { socket, _ in socket.serverIsStopping() }
    }
  }

  /// The loop ends.
  func cut() {
    switch self {
    case .connection(let connection): connection.onLoop(()) { connection, _ in connection.close() }
    case .webSocket(let socket): socket.onLoop(()) { socket, _ in socket.letGo() }
    }
  }
}
