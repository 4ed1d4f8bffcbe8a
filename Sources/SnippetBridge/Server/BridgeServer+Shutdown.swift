import DSBridgeLocks
import Logging
import SnippetBridgeWebServer

/// The shutdown of a server.
extension BridgeServer {
  /// Shuts the server down within the time limit and one additional second. After that, does not wait any longer for
  /// pending requests and for functions of web views, because some may never return.
  func shutDown(_ server: WebServer) async {
    // Under `snippet-bridge dev`, the next program serves already, or waits for the end of this one.
    let limit = DevelopmentLink.shared == nil ? configuration.shutdownTimeLimit : Self.replacementTime
    await firstOfShutdown.withLock { $0 }?()
    let end = ContinuousClock.now + limit
    server.stopAccepting()
    routes?.streams.shutDown()
    registry.shutDown()
    let webViews = registry.webViews
    let (answered, teller) = AsyncStream<Void>.makeStream()
    for webView in webViews { webView.shutDown { teller.yield() } }
    let timer = Task {
      try? await Task.sleep(until: end)
      teller.finish()
    }
    var left = webViews.count
    var answers = answered.makeAsyncIterator()
    while left > 0, await answers.next() != nil { left -= 1 }
    timer.cancel()
    if left > 0 {
      configuration.logger.warning("calls were not answered before the shutdown", metadata: ["webViews": "\(left)"])
      for webView in webViews { webView.cutOff() }
    }
    await server.stop(within: max(Self.finalAnswersTime, end - .now))
    for webView in webViews { webView.end() }
  }

  /// The time limit for the shutdown of a program that `snippet-bridge dev` has started.
  private static let replacementTime: Duration = .milliseconds(200)

  /// The minimum time for sending the last answers, even if the shutdown time limit has expired.
  static let finalAnswersTime: Duration = .seconds(1)
}
