/// The state of a forwarded request, which determines how a failure is handled. A pure value.
struct Exchange: Sendable {
  enum Stage: Equatable {
    case connecting
    /// The request is being sent or has been sent. No part of the response has arrived.
    case awaiting
    /// A part of the response has arrived, but none of it has been passed on.
    case hearing
    /// The head of the response has been passed on.
    case answering
  }

  enum Consequence: Equatable {
    /// The same request is sent again, on a new connection.
    case retry
    /// The peer receives an error response, or the response of ``ForwardedRequest/fallback``.
    case answer(UpstreamFailure)
    /// The peer's connection is closed, so that the peer notices that the response is incomplete.
    case cut
  }

  /// Whether the request is a GET or HEAD without a body, which can safely be repeated (RFC 9110, section 9.2.2).
  let isRepeatable: Bool
  private(set) var stage = Stage.connecting
  private var isRepeat = false
  private var isOnKeptConnection = false

  init(isRepeatable: Bool) { self.isRepeatable = isRepeatable }

  /// Whether the request may use an idle connection from the pool. The upstream server may close such a connection just
  /// when the request is sent, and it is then unknown whether the request took effect. A GET is repeated in that case.
  /// A POST must not be repeated, so it always uses a new connection.
  var mayUseKeptConnection: Bool { isRepeatable && !isRepeat }

  mutating func opened(isKept: Bool) {
    stage = .awaiting
    isOnKeptConnection = isKept
  }

  mutating func heard() {
    if stage == .awaiting { stage = .hearing }
  }

  mutating func headPassed() { stage = .answering }

  mutating func failed(_ failure: UpstreamFailure) -> Consequence {
    switch stage {
    case .answering: return .cut
    case .awaiting where isOnKeptConnection && isRepeatable && !isRepeat && failure.kind == .closed:
      isRepeat = true
      stage = .connecting
      return .retry
    default: return .answer(failure)
    }
  }

  /// Returns the time limit for the upstream server's next step.
  func timeLimit(_ limits: UpstreamLimits) -> Duration {
    switch stage {
    case .connecting: limits.connectTimeLimit
    case .awaiting: limits.responseTimeLimit
    case .hearing, .answering: limits.silenceTimeLimit
    }
  }

  /// The failure to report when the upstream server has exceeded its time limit.
  var lateness: UpstreamFailure {
    UpstreamFailure(
      .late, stage == .connecting ? "the connection was not established in time" : "it did not answer in time")
  }
}
