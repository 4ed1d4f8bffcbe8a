/// An observer of the beginning and the end of each request, for logs, metrics and traces. Called on the loops; must
/// not block.
package protocol RequestObserver: Sendable {
  /// Called when a request's head has been read, or with `nil` if the head could not be parsed or did not arrive. The
  /// result is attached to the request (``ServerRequest/observation``).
  /// - Parameter peer: The client's address, as seen by the server or reported by a trusted proxy.
  func began(_ request: ServerRequest?, from peer: String) -> any RequestObservation
}

/// The data that an observer keeps for one request.
package protocol RequestObservation: AnyObject, Sendable {
  /// Called once, at the end of the request.
  func ended(_ outcome: RequestOutcome)
}

/// The outcome of a request.
package struct RequestOutcome: Sendable {
  /// The status of the response, or `nil` if no response was sent.
  package var status: Int?
  /// The number of bytes sent, including the response's head. Over TLS, this is the number of bytes before encryption.
  package var sentSize: Int64
  /// The time from the arrival of the request's head to the last byte of the response.
  package var duration: Duration
  /// Whether the whole response was written.
  package var isComplete: Bool
}

/// An observed request, with the values for its ``RequestOutcome``.
struct ObservedRequest {
  let observation: any RequestObservation
  var status: Int?
  var sentSize: Int64 = 0
  private let start = ContinuousClock.now

  func end(isComplete: Bool) {
    observation.ended(
      RequestOutcome(status: status, sentSize: sentSize, duration: ContinuousClock.now - start, isComplete: isComplete))
  }
}
