/// Learns of the beginning and the end of each request, for logs, metrics and traces. On the loops: it must not block.
package protocol RequestObserver: Sendable {
  /// A request's head has been read. What is returned goes with it (``Request/observation``).
  func began(_ request: ServerRequest) -> any RequestObservation

  /// The same where the head could not be read, or did not arrive.
  func beganUnreadable(from peer: String) -> any RequestObservation
}

/// What an observer keeps of one request.
package protocol RequestObservation: AnyObject, Sendable {
  /// Once, at its end.
  func ended(_ outcome: RequestOutcome)
}

/// How a request ended.
package struct RequestOutcome: Sendable {
  /// Nil where nothing was answered.
  package var status: Int?
  /// In bytes, the answer's head included; over TLS before it is encrypted.
  package var sentSize: Int64
  /// From its head's arrival to its answer's last byte.
  package var duration: Duration
  /// All of the answer has been written.
  package var isComplete: Bool

  package init(status: Int?, sentSize: Int64, duration: Duration, isComplete: Bool) {
    self.status = status
    self.sentSize = sentSize
    self.duration = duration
    self.isComplete = isComplete
  }
}

/// A request that somebody observes.
struct ObservedRequest {
  let observation: any RequestObservation
  var status: Int?
  var sentSize: Int64 = 0
  private let start = ContinuousClock.now

  init(_ observation: any RequestObservation) {
    self.observation = observation
  }

  func end(isComplete: Bool) {
    observation.ended(
      RequestOutcome(status: status, sentSize: sentSize, duration: ContinuousClock.now - start, isComplete: isComplete))
  }
}
