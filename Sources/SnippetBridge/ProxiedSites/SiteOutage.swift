import DSBridgeLocks
import Logging
import SnippetBridgeWebServer

/// A log of a target's outages, with one entry when the target stops answering and one when it answers again.
final class SiteOutage: Sendable {
  private let isAway = Atomic(false)
  private let logger: Logger
  private let metadata: Logger.Metadata

  init(of site: ProxiedSite, logger: Logger) {
    self.logger = logger
    metadata = ["site": "\(site.name)", "target": "\(site.target)"]
  }

  func failed(_ failure: UpstreamFailure) {
    guard !isAway.exchange(true, ordering: .relaxed) else { return }
    logger.warning(
      "the target of a proxied site does not answer",
      metadata: metadata.merging(["reason": "\(failure.reason)"]) { $1 })
  }

  func answered() {
    // Load the flag before exchanging it, because an exchange is more expensive and this function is called for every
    // response.
    guard isAway.load(ordering: .relaxed), isAway.exchange(false, ordering: .relaxed) else { return }
    logger.notice("the target of a proxied site answers again", metadata: metadata)
  }
}
