extension WebAddress {
  /// Opens a WebSocket and returns a stream of its text messages. Binary messages are discarded. The stream ends with
  /// the WebSocket, without an error if the server closed it normally. The WebSocket is closed when the stream is
  /// released, when its reader is cancelled, when the server violates the protocol, or when the server sends nothing
  /// between two pings.
  /// - Parameters:
  ///   - headers: Additional headers. Throws ``WebClientError/request(_:)`` if they cannot be sent.
  ///   - messageLimit: The maximum size of one message, and of all unread messages together, in bytes. While the unread
  ///     messages exceed this limit, nothing is read from the server.
  package func messages(
    headers: [String: String], limits: ClientLimits, messageLimit: Int
  ) async throws -> AsyncThrowingStream<String, any Error> {
    let checked = try HTTPSyntax.checked(headers)
    if let own = headers.keys.first(where: { $0.lowercased().hasPrefix("sec-websocket-") }) {
      throw WebClientError.request("The header \"\(own)\" belongs to the connection and cannot be set.")
    }
    let connection = try await endpoint.connect(limit: limits.silence, before: Deadline(after: limits.connecting))
    let channel = try await withTaskCancellationHandler {
      try await WebSocketHandshake.open(
        on: connection, at: endpoint, target: target, headers: checked, headLimit: limits.headBytes,
        before: Deadline(after: limits.answering))
    } onCancel: {
      connection.cut()
    }
    let reader = Reader(
      Listener(
        messages: Inlet("a message on the socket", limit: limits.pingInterval) { $0 },
        backlog: Backlog(limit: messageLimit), channel: channel, messageLimit: messageLimit,
        pingInterval: limits.pingInterval))
    return AsyncThrowingStream { try await reader.next() }
  }
}

/// An object that the stream retains. When it is released, the WebSocket is closed.
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
      // The value is also `nil` if the task that reads the stream was cancelled. Close the WebSocket in that case too.
      task.cancel()
      return nil
    }
    listener.backlog.remove(Listener.weight(text))
    return text
  }
}

/// Reads from a WebSocket, and sends pings to detect an unresponsive server.
private struct Listener: Sendable {
  let messages: Inlet<String>
  let backlog: Backlog
  let channel: WebSocketChannel
  let messageLimit: Int
  let pingInterval: Duration

  /// Reads until the WebSocket is closed.
  func run() async {
    do {
      let ending = try await readAndPing()
      channel.connection.cut()
      let isDone = [1000, 1001, 1005].contains(ending.code)
      messages.end(throwing: isDone ? nil : WebClientError.closed(code: ending.code, reason: ending.reason))
    } catch {
      close(code: (error as? WebClientError)?.closeCode ?? 1001)
      messages.end(throwing: error is CancellationError ? nil : error)
    }
  }

  private func readAndPing() async throws -> CloseReason {
    try await withThrowingTaskGroup(of: CloseReason.self) { group in
      group.addTask {
        let ending = try await channel.read(limit: messageLimit, take)
        try Task.checkCancellation()
        return ending
      }
      group.addTask { try await ping() }
      defer { group.cancelAll() }
      do {
        guard let ending = try await group.next() else { throw CancellationError() }
        return ending
      } catch WebClientError.timeout(let purpose) {
        // Make pending sends to an unresponsive server fail.
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

  /// Returns the number of bytes that an unread message counts towards the limit. The number is positive even for an
  /// empty message, because a server may send any number of empty messages.
  static func weight(_ text: String) -> Int { text.utf8.count + 64 }

  /// Sends pings. Throws if the server sends nothing between two pings.
  private func ping() async throws -> CloseReason {
    var last: Int?
    while true {
      let (now, isWaiting) = channel.connection.progress
      // While received bytes wait for a slow reader, nothing more is read from the server. The check is skipped then,
      // because the server may not be silent.
      if now == last, !isWaiting { throw WebClientError.timeout(waitingFor: "any data from the server's WebSocket") }
      last = now
      channel.connection.enqueue(WebSocketFrame(opcode: WebSocketFrame.ping).encoded())
      try await Task.sleep(for: pingInterval, clock: .continuous)
    }
  }

  /// Sends a close frame if the server still accepts bytes, then ends the connection.
  private func close(code: UInt16) {
    let payload = [UInt8(code >> 8), UInt8(code & 255)]
    channel.connection.enqueue(WebSocketFrame(opcode: WebSocketFrame.close, payload: payload).encoded()) {
      [connection = channel.connection] _ in connection.cut()
    }
  }
}

/// The code and the reason with which a WebSocket was closed (RFC 6455, section 7.1.5).
public struct CloseReason: Sendable, Equatable {
  /// The close code. 1005 means that the close frame had no code, and 1006 that no close frame was received.
  public var code: UInt16
  /// The reason that the server sent.
  public var reason: String

  /// Creates a close reason, for comparisons in tests.
  public init(code: UInt16, reason: String) {
    self.code = code
    self.reason = reason
  }
}
