extension WebView {
  /// The limits of a web view: memory, running calls and timeouts.
  public struct Limits: Sendable {
    /// The time after which a disconnected document is given up. Its pending calls fail.
    public var reconnectTimeout: Duration = .seconds(60)
    /// The time after which a document is given up if it has announced that it is closing, for example because the user
    /// closes the tab. Does not apply if the tab is about to show another document. At most ``reconnectTimeout``.
    public var closeDelay: Duration = .seconds(3)
    /// The maximum size of the messages that are kept for a disconnected document, in bytes. The newest message, such
    /// as one large answer, is not counted. A document that exceeds this limit is given up: its pending calls fail, and
    /// the page reloads when it reconnects.
    public var offlineBacklogLimit = 1 << 20
    /// The maximum size of sent but unacknowledged messages, in bytes, before calls, scripts and callback values must
    /// wait. Newer values and calls may then replace waiting ones (`Coalesced`, `call(_:with:replacing:)`), and
    /// sequences are paused.
    public var sendWindow = 1 << 20
    /// The maximum size of all unacknowledged messages, in bytes, including waiting ones. A call to a page function
    /// that would exceed the limit fails with `pageBehind`. Answers and callback values cannot fail, so the document is
    /// given up if one of them exceeds the limit.
    public var maximumUnacknowledgedSize = 64 << 20
    /// The size of unprocessed messages from the page, in bytes, above which the server stops reading from the page's
    /// socket.
    public var receiveWindow = 1 << 20
    /// The maximum size of unprocessed messages from the page, in bytes. If it is exceeded, the socket is closed with
    /// code 1013, and blocking calls are answered with status 503.
    public var maximumUnprocessedSize = 64 << 20
    /// The maximum number of running calls per page. Completions that have not yet received their last value count as
    /// running. Further calls fail with `tooLarge`.
    public var maximumRunningCalls = 10_000
    /// The maximum size of a method name with its namespaces, in bytes. Calls with longer names fail with `tooLarge`.
    public var maximumMethodNameSize = 1 << 10
    /// The maximum nesting of arguments and returned values, at most 512. Deeper values fail with `malformed`.
    public var maximumJSONDepth = JSONReader.depthLimit
    /// The timeout of a blocking call. The call fails with `timeout`.
    public var blockingCallTimeLimit: Duration = .seconds(60)
    /// The running time after which a function is logged; nil for never. It is logged again each time its running time
    /// has doubled, and when it returns. The limit does not apply to functions that send a sequence.
    public var functionTimeLimit: Duration? = .seconds(5)

    /// Creates the default limits.
    public init() {}

    /// The same limits, but with durations that cannot overflow a clock, and with ``closeDelay`` reduced to at most
    /// ``reconnectTimeout``.
    var bounded: Limits {
      var limits = self
      limits.reconnectTimeout = reconnectTimeout.bounded
      limits.closeDelay = min(closeDelay, limits.reconnectTimeout)
      limits.blockingCallTimeLimit = blockingCallTimeLimit.bounded
      limits.functionTimeLimit = functionTimeLimit?.bounded
      return limits
    }
  }
}
