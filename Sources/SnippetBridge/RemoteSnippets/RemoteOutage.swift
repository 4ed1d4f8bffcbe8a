import Locks
import Logging
import WebServer

/// Says once in the log that a target is away, and once that it is back.
final class RemoteOutage: Sendable {
  private let isAway = Atomic(false)
  private let logger: Logger
  private let metadata: Logger.Metadata

  init(of snippet: RemoteSnippet, logger: Logger) {
    self.logger = logger
    metadata = ["snippet": "\(snippet.name)", "target": "\(snippet.target)"]
  }

  func failed(_ failure: UpstreamFailure) {
    guard !isAway.exchange(true, ordering: .relaxed) else { return }
    logger.warning(
      "the target of a remote snippet does not answer",
      metadata: metadata.merging(["reason": "\(failure.reason)"]) { $1 })
  }

  func answered() {
    // Read first: it is asked for each response.
    guard isAway.load(ordering: .relaxed), isAway.exchange(false, ordering: .relaxed) else { return }
    logger.notice("the target of a remote snippet answers again", metadata: metadata)
  }
}
