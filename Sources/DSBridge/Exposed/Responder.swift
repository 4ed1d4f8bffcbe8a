import Locks

/// Takes the values of one call that is answered through a completion, from any thread.
///
/// After the last value, or a failure, further ones are dropped. When it is freed before that, it reports an error of
/// code `dropped`.
public final class Responder: Sendable {
  /// Takes one value or failure at a time, in order; true with the last. A last one of nil is an end without a value.
  public typealias Sink = @Sendable (_ result: Result<Reply?, any Error>, _ isLast: Bool) -> Void

  private struct State {
    var hasEnded = false
    var isDelivering = false
    /// A sequence is being read for it.
    var hasSequence = false
    /// Why nobody gets a sequence's elements any more.
    var abandonment: BridgeError?
    /// What came while another thread was in the sink.
    var waiting: [(Result<Reply?, any Error>, Bool)] = []
  }

  private let state = Mutex(State())
  /// Returns when what was sent has been taken note of and more may follow; with true it does not wait for a page that
  /// is behind.
  typealias Pause = nonisolated(nonsending) @Sendable (_ isReplaceable: Bool) async -> Void

  private let serializer: any JSONSerializing
  /// Whether a sequence pauses after its first element.
  let pausesEarly: Bool
  let pause: Pause
  private let sink: Sink

  /// Values are written with `serializer`, on the thread that sends them.
  public convenience init(serializer: any JSONSerializing = JSONSerializer(), sink: @escaping Sink) {
    self.init(serializer: serializer, pause: { _ in await Task.yield() }, sink: sink)
  }

  init(
    serializer: any JSONSerializing, pausesEarly: Bool = false, pause: @escaping Pause, sink: @escaping Sink
  ) {
    self.serializer = serializer
    self.pausesEarly = pausesEarly
    self.pause = pause
    self.sink = sink
  }

  deinit {
    // Nobody else has a reference: no lock is needed to be exact.
    guard !hasEnded else { return }
    sink(.failure(BridgeError(.dropped, "The function let go of its completion without a last value.")), true)
  }

  /// Whether further values are dropped.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Whether a sequence is being read for it.
  var hasSequence: Bool { state.withLock { $0.hasSequence } }

  /// Throws when nobody would get the elements.
  func beginSequence() throws(BridgeError) {
    let abandonment = state.withLock { state in
      state.hasSequence = true
      return state.abandonment
    }
    if let abandonment { throw abandonment }
  }

  /// Nobody gets a sequence's elements any more. True when one is being read for it; one that comes later is not read.
  func abandon(because error: BridgeError) -> Bool {
    state.withLock { state in
      state.abandonment = error
      return state.hasSequence
    }
  }

  /// Sends one value. One that cannot be written is reported as a failure, and ends the call.
  public func send<T: Encodable>(_ value: T, last isLast: Bool = true) {
    _ = write(value, last: isLast)
  }

  /// As ``send(_:last:)``; tells how many bytes it was, and whether a newer value may replace it.
  func write<T: Encodable>(_ value: T, last isLast: Bool) -> (bytes: Int, isReplaceable: Bool) {
    guard !hasEnded else { return (0, false) }
    do {
      let arguments = Arguments(json: .null, serializer: serializer)
      let newest = value as? any NewestValue
      var reply = try newest.map { try arguments.reply($0.content) } ?? arguments.reply(value)
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

  /// Whoever is in the sink delivers what the others bring meanwhile: order is kept, and no lock is held in the sink.
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
