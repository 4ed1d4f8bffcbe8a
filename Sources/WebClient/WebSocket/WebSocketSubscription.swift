/// A WebSocket that is only listened to.
package struct WebSocketSubscription: Sendable {
  private let address: WebAddress
  private let headers: [(String, String)]
  private let limits: ClientLimits

  /// Throws ``WebClientError/request(_:)`` for headers that cannot be sent.
  package init(_ address: WebAddress, headers: [String: String], limits: ClientLimits) throws {
    self.address = address
    self.headers = try HTTPSyntax.checked(headers)
    if let own = headers.keys.first(where: { $0.lowercased().hasPrefix("sec-websocket-") }) {
      throw WebClientError.request("\"\(own)\" is for the connection alone")
    }
    self.limits = limits
  }

  /// Opens the socket. The stream has its text messages; those of bytes are left out. It ends with the socket: without
  /// an error where the server has closed it as one that is done. The socket is closed when nobody holds the stream or
  /// its reader is cancelled, when the server does what it may not, or has become silent.
  /// - Parameter messageLimit: bytes of a message. As many may wait to be read; what is more waits with the server.
  package func messages(messageLimit: Int) async throws -> AsyncThrowingStream<String, any Error> {
    let connection = try await address.endpoint.connect(
      limit: limits.silence, before: Deadline(after: limits.connecting))
    let channel = try await withTaskCancellationHandler {
      try await WebSocketHandshake().open(
        on: connection, at: address.endpoint, target: address.target, headers: headers, headLimit: limits.headBytes,
        before: Deadline(after: limits.answering))
    } onCancel: {
      connection.cut()
    }
    let listener = Listener(channel, messageLimit: messageLimit, pingInterval: limits.pingInterval)
    let reader = Reader(listener)
    return AsyncThrowingStream { try await reader.next() }
  }

  /// What the stream holds: when it goes, so does the socket.
  private final class Reader: Sendable {
    private let listener: Listener
    private let task: Task<Void, Never>

    init(_ listener: Listener) {
      self.listener = listener
      task = Task { await listener.run() }
    }

    deinit {
      task.cancel()
    }

    func next() async throws -> String? {
      guard let text = try await listener.messages.value() else {
        // Also where whoever reads is cancelled.
        task.cancel()
        return nil
      }
      listener.backlog.remove(Listener.weight(text))
      return text
    }
  }
}

/// Reads a WebSocket, and asks it whether it is still there.
private final class Listener: Sendable {
  let messages: Inlet<String>
  let backlog: Backlog
  private let channel: WebSocketChannel
  private let messageLimit: Int
  private let pingInterval: Duration

  init(_ channel: WebSocketChannel, messageLimit: Int, pingInterval: Duration) {
    self.channel = channel
    self.messageLimit = messageLimit
    self.pingInterval = pingInterval
    backlog = Backlog(limit: messageLimit)
    messages = Inlet("a message on the socket", limit: pingInterval) { $0 }
  }

  /// Returns when the socket is closed.
  func run() async {
    do {
      let ending = try await withTaskCancellationHandler {
        try await readAndPing()
      } onCancel: {
        backlog.end()
      }
      channel.connection.cut()
      let isDone = [1000, 1001, 1005].contains(ending.code)
      messages.end(throwing: isDone ? nil : WebClientError.closed(code: ending.code, reason: ending.reason))
    } catch {
      close(code: (error as? WebClientError)?.closeCode ?? 1001)
      messages.end(throwing: error is CancellationError ? nil : error)
    }
    backlog.end()
  }

  private func readAndPing() async throws -> SocketEnding {
    try await withThrowingTaskGroup(of: SocketEnding.self) { group in
      group.addTask {
        let ending = try await self.channel.read(
          limit: self.messageLimit, self.take)
        try Task.checkCancellation()
        return ending
      }
      group.addTask { try await self.ping() }
      defer {
        group.cancelAll()
        backlog.end()
      }
      do {
        guard let ending = try await group.next() else { throw CancellationError() }
        return ending
      } catch WebClientError.timeout(let purpose) {
        // Whoever still sends to a silent server waits no longer.
        channel.connection.cut()
        throw WebClientError.timeout(waitingFor: purpose)
      }
    }
  }

  private func take(_ event: WebSocketSession.Event) async throws {
    guard case .message(let text) = event else { return }
    messages.put(text)
    await backlog.add(Self.weight(text))
    try Task.checkCancellation()
  }

  /// What a message that waits takes. An empty one, too: a server may send any number of them.
  static func weight(_ text: String) -> Int { text.utf8.count + 64 }

  /// Throws when the server is silent.
  private func ping() async throws -> SocketEnding {
    var last: Int?
    while true {
      let (now, isWaiting) = channel.connection.progress
      // While the reader is slow nothing may be read, so nothing can be heard.
      if now == last, !isWaiting { throw WebClientError.timeout(waitingFor: "a sign of life on the socket") }
      last = now
      channel.connection.enqueue(WebSocketFrame(opcode: WebSocketFrame.ping).encoded())
      try await Task.sleep(for: pingInterval, clock: .continuous)
    }
  }

  /// Tells why, as far as the server listens.
  private func close(code: UInt16) {
    let payload = [UInt8(code >> 8), UInt8(code & 255)]
    channel.connection.enqueue(WebSocketFrame(opcode: WebSocketFrame.close, payload: payload).encoded()) {
      [connection = channel.connection] _ in connection.cut()
    }
  }
}
