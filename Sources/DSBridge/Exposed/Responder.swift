import DSBridgeLocks

/// An object that sends the values of one call. Used for functions that answer through a completion or return a
/// sequence. Can be used on any thread.
///
/// Values after the last one, or after a failure, are dropped. If the responder is released and has not yet sent a last
/// value or a failure, it reports an error of code `dropped`.
public final class Responder: Sendable {
  /// A closure that receives the values in order, or a failure; `isLast` is true for the last one. A last value of nil
  /// ends the call without a value.
  public typealias Sink = @Sendable (_ result: Result<Reply?, any Error>, _ isLast: Bool) -> Void

  private struct State {
    var hasEnded = false
    var isDelivering = false
    /// Whether a sequence is being read for the call.
    var hasSequence = false
    /// The error that ``beginSequence()`` throws, because the elements of a sequence would no longer be sent.
    var abandonment: BridgeError?
    /// The values that arrived while another thread was calling the sink.
    var waiting: [(Result<Reply?, any Error>, Bool)] = []
  }

  private let state = Mutex(State())
  /// A function that suspends the task that reads a sequence, until the previous values have been recorded and more may
  /// be sent. If `isReplaceable` is true, the function does not wait for a page that reads slowly.
  package typealias Pause = nonisolated(nonsending) @Sendable (_ isReplaceable: Bool) async -> Void

  private let serializer: any JSONSerializing
  /// Whether a sequence already pauses after its first element instead of after ``mostElements``, because too much
  /// output for the page is pending.
  let pausesEarly: Bool
  package let pause: Pause
  private let sink: Sink

  /// Creates a responder that encodes values with `serializer`, on the sending thread.
  public convenience init(serializer: any JSONSerializing = JSONSerializer(), sink: @escaping Sink) {
    self.init(serializer: serializer, pause: { _ in await Task.yield() }, sink: sink)
  }

  package init(
    serializer: any JSONSerializing, pausesEarly: Bool = false, pause: @escaping Pause, sink: @escaping Sink
  ) {
    self.serializer = serializer
    self.pausesEarly = pausesEarly
    self.pause = pause
    self.sink = sink
  }

  deinit {
    // No other reference exists in `deinit`, so this check needs no lock.
    guard !hasEnded else { return }
    sink(.failure(BridgeError(.dropped, "The function released its completion without a last value.")), true)
  }

  /// Whether the call has ended. Further values are dropped.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Whether a sequence is being read for the call.
  var hasSequence: Bool { state.withLock { $0.hasSequence } }

  /// Begins reading a sequence. Throws if the elements would not be sent, because the responder was abandoned.
  package func beginSequence() throws(BridgeError) {
    let abandonment = state.withLock { state in
      state.hasSequence = true
      return state.abandonment
    }
    if let abandonment { throw abandonment }
  }

  /// Prevents the reading of a sequence that the function returns later. Returns true if a sequence is already being
  /// read; the caller must then fail the call and cancel the task.
  func abandon(because error: BridgeError) -> Bool {
    state.withLock { state in
      state.abandonment = error
      return state.hasSequence
    }
  }

  /// Sends one value. A value that cannot be encoded is sent as a failure and ends the call.
  public func send<T: Encodable>(_ value: T, last isLast: Bool = true) {
    _ = write(value, last: isLast)
  }

  /// Sends one value. Returns its size in bytes and whether a newer value may replace it.
  func write<T: Encodable>(_ value: T, last isLast: Bool) -> (bytes: Int, isReplaceable: Bool) {
    guard !hasEnded else { return (0, false) }
    do {
      let arguments = Arguments(json: .null, serializer: serializer)
      let newest = value as? any CoalescedValue
      var reply = try newest.map { try arguments.reply($0.value) } ?? arguments.reply(value)
      reply.isReplaceable = newest != nil
      deliver(.success(reply), isLast)
      return (reply.json.bytes.count, reply.isReplaceable)
    } catch {
      deliver(.failure(error), true)
      return (0, false)
    }
  }

  /// Ends the call with an empty value, `""`.
  public func finish() {
    deliver(.success(.empty), true)
  }

  /// Ends the call without a further value.
  public func end() {
    deliver(.success(nil), true)
  }

  /// Ends the call with an error.
  public func fail(_ error: any Error) {
    deliver(.failure(error), true)
  }

  /// Delivers values in order. The thread that calls the sink also delivers the values that other threads add
  /// meanwhile. No lock is held during the calls.
  private func deliver(_ result: Result<Reply?, any Error>, _ isLast: Bool) {
    let isMine = state.withLock { state in
      guard !state.hasEnded else { return false }
      state.hasEnded = isLast
      guard !state.isDelivering else {
        state.waiting.append((result, isLast))
        return false
      }
      state.isDelivering = true
      return true
    }
    guard isMine else { return }
    sink(result, isLast)
    while let next = takeNext() { sink(next.0, next.1) }
  }

  private func takeNext() -> (Result<Reply?, any Error>, Bool)? {
    state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.isDelivering = false
      return nil
    }
  }
}

extension Responder {
  /// Sends every element of the sequence in the caller's isolation, and then ends the call. Stops early if the task is
  /// cancelled or an element cannot be encoded.
  package nonisolated(nonsending) func send<S: AsyncSequence>(elementsOf sequence: S) async throws
  where S.Element: Encodable {
    try beginSequence()
    var iterator = sequence.makeAsyncIterator()
    var count = pausesEarly ? Self.mostElements - 1 : 0
    var bytes = 0
    while !Task.isCancelled, !hasEnded, let element = try await iterator.next(isolation: #isolation) {
      let sent = write(element, last: false)
      count += 1
      bytes += sent.bytes
      guard count == Self.mostElements || bytes >= Self.mostBytes else { continue }
      // Pauses after each group of elements. Without the pause, a sequence that never suspends would block this
      // isolation, its task could not be cancelled, and it would send faster than a slow page can read.
      await pause(sent.isReplaceable)
      (count, bytes) = (0, 0)
    }
    end()
  }

  /// The number of elements between two pauses.
  private static var mostElements: Int { 64 }
  private static var mostBytes: Int { PausedReaders.share }
}
