import DSBridgeLocks
import DequeModule
import SnippetBridgeWebClient

/// The limits of a connection to Redis.
struct RedisLimits: Sendable {
  /// The time limit for connecting, including TLS and the password.
  var connecting: Duration = .seconds(2)
  /// The time limit for the reply to a command. If it is exceeded, the connection ends.
  var answering: Duration = .seconds(2)
  /// The maximum size of a reply, in bytes.
  var replySize = 16 << 20
  /// The maximum number of commands without a reply.
  var commands = 100_000
  /// The maximum size of the commands that wait to be sent, in bytes.
  var unsentSize = 64 << 20
}

/// A connection to Redis. Commands can be sent from any thread, without waiting for the replies to earlier ones.
/// Commands that are sent while a write is in progress leave together in the next write.
final class RedisConnection: Sendable {
  /// A closure that receives the reply. Called once, on any thread, in the order of the commands.
  typealias Completion = @Sendable (Result<RedisReply, RedisError>) -> Void
  /// A closure that receives a published message: its channel and its bytes.
  typealias Subscriber = @Sendable (String, [UInt8]) -> Void

  private struct State {
    var unsent: [UInt8] = []
    var waiting: Deque<(since: ContinuousClock.Instant, completion: Completion)> = []
    var isWriting = false
    var ending: RedisError?

    /// Returns the bytes of the next write, or nil if there are none.
    mutating func beginWrite() -> [UInt8]? {
      isWriting = !unsent.isEmpty
      defer { unsent = [] }
      return isWriting ? unsent : nil
    }
  }

  private let transport: TCPConnection
  private let limits: RedisLimits
  private let name: String
  private let state = Mutex(State())
  private let subscriber: Subscriber
  private let ended: @Sendable (RedisError) -> Void

  /// Connects to Redis.
  /// - Parameters:
  ///   - subscriber: A closure that receives the published messages, in order.
  ///   - ended: A closure that is called once, when the connection has ended. Commands fail from then on.
  init(
    _ endpoint: Endpoint, limits: RedisLimits, subscriber: @escaping Subscriber = { _, _ in },
    ended: @escaping @Sendable (RedisError) -> Void = { _ in }
  ) async throws(RedisError) {
    self.limits = limits
    self.subscriber = subscriber
    self.ended = ended
    name = "Redis at \(endpoint.host):\(endpoint.port)"
    do {
      transport = try await endpoint.connect(limit: limits.answering, before: Deadline(after: limits.connecting))
    } catch {
      throw .unreachable("\(name): \(error)")
    }
    Task { await read() }
    Task { [weak self] in
      while self?.checkTime() == true { try? await Task.sleep(for: limits.answering / 4) }
    }
  }

  /// Sends a command. The order of calls is the order in which Redis runs the commands.
  func send(_ command: RedisCommand, completion: @escaping Completion = { _ in }) {
    let (refusal, bytes) = state.withLock { state -> (RedisError?, [UInt8]?) in
      if let ending = state.ending { return (.unreachable(ending.description), nil) }
      guard state.waiting.count < limits.commands, state.unsent.count + command.bytes.count <= limits.unsentSize else {
        return (.unreachable("\(name) is overloaded: \(state.waiting.count) commands have no reply."), nil)
      }
      state.waiting.append((.now, completion))
      state.unsent += command.bytes
      return (nil, state.isWriting ? nil : state.beginWrite())
    }
    if let refusal { completion(.failure(refusal)) }
    if let bytes { write(bytes) }
  }

  /// Sends a command and returns the reply. Throws ``RedisError/refused(_:)`` for an error of Redis.
  func call(_ command: RedisCommand) async throws(RedisError) -> RedisReply {
    let result: Result<RedisReply, RedisError> = await withCheckedContinuation { continuation in
      send(command) { continuation.resume(returning: $0) }
    }
    let reply = try result.get()
    if case .error(let text) = reply { throw .refused(text) }
    return reply
  }

  /// Ends the connection. Commands without a reply fail.
  func cut() { end(.lost("The connection was closed.")) }

  private func write(_ bytes: [UInt8]) {
    transport.enqueue(bytes) { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result { return end(.lost("\(name): \(error)")) }
      if let more = state.withLock({ $0.beginWrite() }) { write(more) }
    }
  }

  /// Reads replies until the connection ends.
  private func read() async {
    do {
      guard let reader = RedisReplyReader(limit: limits.replySize) else {
        throw RedisError.unreachable("\(name): there is no memory for a reader.")
      }
      while let bytes = try await transport.incoming.value() {
        try reader.feed(bytes)
        while let reply = try reader.next() { try received(reply) }
      }
      end(.lost("\(name) closed the connection."))
    } catch {
      end(error as? RedisError ?? .lost("\(name): \(error)"))
    }
  }

  private func received(_ reply: RedisReply) throws(RedisError) {
    if case .array(let parts) = reply, parts.count == 3,
      parts[0].bytes.map({ $0.elementsEqual("message".utf8) }) == true,
      let channel = parts[1].text, let bytes = parts[2].bytes
    {
      return subscriber(channel, bytes)
    }
    guard let waiting = state.withLock({ $0.waiting.popFirst() }) else {
      throw .violation("\(name) sent a reply without a command.")
    }
    waiting.completion(.success(reply))
  }

  /// Ends the connection if a command has waited too long for its reply. Returns whether the connection is open.
  private func checkTime() -> Bool {
    let (isOpen, isLate) = state.withLock { state in
      (state.ending == nil, state.waiting.first.map { $0.since + limits.answering < .now } == true)
    }
    if isLate { end(.lost("\(name) has not answered within \(limits.answering).")) }
    return isOpen && !isLate
  }

  private func end(_ error: RedisError) {
    let waiting = state.withLock { state -> Deque<(since: ContinuousClock.Instant, completion: Completion)>? in
      guard state.ending == nil else { return nil }
      defer { state = State(ending: error) }
      return state.waiting
    }
    guard let waiting else { return }
    transport.cut()
    let failure: RedisError = if case .lost = error { error } else { .lost(error.description) }
    for (_, completion) in waiting { completion(.failure(failure)) }
    ended(error)
  }
}
