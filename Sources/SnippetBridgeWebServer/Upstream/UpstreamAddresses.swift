import DSBridgeLocks
import Dispatch
import SnippetBridgePlatform

/// The addresses of an upstream server. The name is looked up on a Dispatch thread, because a lookup may take seconds.
final class UpstreamAddresses: Sendable {
  typealias Outcome = Result<[SocketAddress], UpstreamFailure>

  private struct State {
    var outcome: Outcome?
    var expiry = ContinuousClock.now
    /// The callers that wait for the lookup. A lookup is running unless this array is empty.
    var waiting: [@Sendable () -> Void] = []
  }

  /// The time for which addresses are cached. It is short, because the addresses of a name may change, for example when
  /// containers restart.
  private static let lifetime = Duration.seconds(5)
  private static let lifetimeOfFailure = Duration.milliseconds(500)

  private let host: String
  private let port: Int
  private let state = Mutex(State())

  init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Returns the cached outcome. If there is none, starts a lookup and returns `nil`. After the lookup, `retry` is
  /// called on any thread. The caller must then call this function again.
  func find(retry: @escaping @Sendable () -> Void) -> Outcome? {
    let (outcome, isFirst) = state.withLock { state -> (Outcome?, Bool) in
      if let outcome = state.outcome, state.expiry > .now { return (outcome, false) }
      state.waiting.append(retry)
      return (nil, state.waiting.count == 1)
    }
    if isFirst { DispatchQueue.global().async { self.lookUp() } }
    return outcome
  }

  /// Discards the cached outcome. Called when no connection to any of the addresses succeeded, because the addresses
  /// may be outdated.
  func forget() { state.withLock { $0.outcome = nil } }

  private func lookUp() {
    let outcome = Result { () throws(SocketAddress.LookUpFailure) in
      try SocketAddress.lookUp(host: host, port: port)
    }.mapError { _ in UpstreamFailure(.unreachable, "there is no address for \(host)") }
    let lifetime = if case .success = outcome { Self.lifetime } else { Self.lifetimeOfFailure }
    let waiting = state.withLock { state in
      state.outcome = outcome
      state.expiry = .now + lifetime
      return exchange(&state.waiting, with: [])
    }
    for retry in waiting { retry() }
  }
}
