/// How far a request that is passed on has come, and what a failure means then. Pure.
struct Exchange: Sendable {
  enum Stage: Equatable {
    case connecting
    /// The request is being sent, or is sent; nothing of the response is here.
    case awaiting
    /// A part of the response is here, and nothing of it was passed on.
    case hearing
    /// Its head was passed on.
    case answering
  }

  enum Consequence: Equatable {
    /// The same request once more, on a new connection.
    case retry
    /// The peer is told.
    case answer(UpstreamFailure)
    /// The peer's connection ends, so that it does not take a part for the whole.
    case cut
  }

  /// GET or HEAD without a body: whoever has served it once may serve it again (RFC 9110, section 9.2.2).
  let isRepeatable: Bool
  private(set) var stage = Stage.connecting
  private var isRepeat = false
  private var isOnKeptConnection = false

  init(isRepeatable: Bool) { self.isRepeatable = isRepeatable }

  /// A connection that is kept may be closed by its server in the moment when it is used. Nobody can tell whether a
  /// POST that was sent then has done anything, so it gets a new one.
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

  /// For the upstream server to do something.
  func timeLimit(_ limits: UpstreamLimits) -> Duration {
    switch stage {
    case .connecting: limits.connectTimeLimit
    case .awaiting: limits.responseTimeLimit
    case .hearing, .answering: limits.silenceTimeLimit
    }
  }

  /// What it has not done within that.
  var lateness: UpstreamFailure {
    stage == .connecting
      ? UpstreamFailure(.late, "it could not be connected to in time")
      : UpstreamFailure(.late, "it did not answer in time")
  }
}
