import HTTPTypes

/// The part of a connection's state that belongs to one request. It is replaced when the next request's head arrives.
struct CurrentRequest {
  var isHTTP11 = true
  var isHead = false
  /// The framing of the request's body.
  var framing = BodyFraming.none
  /// Whether the peer waits for 100 Continue before it sends the body.
  var expectsContinue = false
  /// The sites that may show the response in an iframe.
  let frameAncestors: String

  /// Whether the whole request has arrived. `true` for a request without a body.
  var isComplete = true
  var closesAfterResponse = false
  /// The body, if the handler reads it while it arrives; `nil` once the body is complete or its rest is no longer read.
  var body: ArrivingBody?
  /// The timing of the body's arrival, or `nil` once the body is complete.
  var bodyProgress: BodyProgress?
  /// The number of body bytes that have arrived.
  var received = 0
  /// The number of unwanted body bytes that may still be dropped, or `nil` if no body is being dropped.
  var droppable: Int?
  /// The part of ``ArrivalBudget`` that the body uses, in bytes.
  var share = 0
  var upgrade: Upgrade?
  /// Whether the response's body is sent in chunks.
  var isChunked = false
  /// The meter of the response, or `nil` if its progress is not reported.
  var meter: BodyMeter?
  /// The observed request, or `nil` if requests are not observed.
  var observed: ObservedRequest?

  /// A request for a WebSocket that the handler has accepted.
  struct Upgrade {
    let delegate: any WebSocketDelegate
    let handshake: WebSocketHandshake
    let peer: String
    let place: ConnectionPlace
  }

  /// Creates the state before the first head has arrived.
  init(frameAncestors: String) {
    self.frameAncestors = frameAncestors
  }

  init(_ head: RequestHead, closesAfterResponse: Bool, frameAncestors: String) {
    self.init(frameAncestors: frameAncestors)
    isHTTP11 = head.minorVersion >= 1
    isHead = head.method == .head
    framing = head.body
    expectsContinue = head.expectsContinue
    isComplete = head.body == .none
    self.closesAfterResponse = closesAfterResponse
  }

  // Each function below is a single mutating access to the whole struct. Swift traps if a call modifies the struct
  // through one property while an argument of the call reads another property.

  mutating func resumeBody() { bodyProgress?.resume(received: received, at: .now) }

  /// Returns the length of the next interval for receiving the body, or `nil` if the body arrives too slowly; see
  /// ``BodyProgress``.
  mutating func nextStretch() -> Duration? { bodyProgress?.nextStretch(received: received, at: .now) }

  /// Counts the bytes that have arrived in `budget`. Returns `false` if the arriving bodies of all connections together
  /// exceed the budget.
  mutating func reserve(in budget: ArrivalBudget) -> Bool { budget.resize(&share, to: received) }
}
