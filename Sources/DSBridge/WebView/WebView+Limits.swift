extension WebView {
  /// What a page may make its web view keep and run, and how long each waits for the other.
  public struct Limits: Sendable {
    /// A document that cannot be reached for this long is gone: what waits for it fails.
    public var graceTime: Duration = .seconds(60)
    /// A document that has said that it is left, as when its tab is closed, is gone this long after its connection,
    /// unless its tab shows the next one. At most ``graceTime``.
    public var leaveTime: Duration = .seconds(3)
    /// What is kept for a document that cannot be reached may weigh this much, in bytes; its newest frame, such as one
    /// large answer, is not counted. Beyond it the document is gone: what waits for it fails, and its page reloads when
    /// it is back.
    public var maximumKeptSize = 1 << 20
    /// While this much, in bytes, was sent to a page and it has not said that it has it, calls, scripts and callback
    /// values wait; newer ones may then take the place of older ones (`Newest`, `call(_:with:replacing:)`), and
    /// sequences are not read on.
    public var maximumSentAheadSize = 1 << 20
    /// What was sent to a page and not acknowledged may weigh this much, in bytes, what waits included. Beyond it calls
    /// of the page fail with `pageBehind`; an answer or a callback value, which cannot fail, ends the document.
    public var maximumUnacknowledgedSize = 64 << 20
    /// While what a page has said and was not processed weighs more than this, in bytes, its socket is not read: a page
    /// that floods waits.
    public var maximumReadAheadSize = 1 << 20
    /// What a page has said and was not processed may weigh this much, in bytes. Beyond it its socket is closed with
    /// 1013, and its blocking calls are answered 503.
    public var maximumUnprocessedSize = 64 << 20
    /// Calls of one page that run at the same time, blocking ones and others, and completions that a program keeps of
    /// the calls of a document without a last value. More fail with `tooLarge`.
    public var maximumRunningCalls = 10_000
    /// The longest name of a method, namespaces included, in bytes. Calls of longer ones fail with `tooLarge`.
    public var maximumMethodNameSize = 1 << 10
    /// How deep arguments and returned values may nest, at most 512. Deeper ones fail with `malformed`.
    public var maximumJSONDepth = JSONReader.depthLimit
    /// A blocking call that has no answer after this long fails with `timeout`.
    public var blockingCallTimeLimit: Duration = .seconds(60)
    /// A function that has not returned after this long is named in the log, again each time that twice as much has
    /// passed, and when it has; nil for never. A sequence may be read for ever.
    public var functionTimeLimit: Duration? = .seconds(5)

    /// Each by its default.
    public init() {}

    /// The same with times that clocks can count, and a document that is left never waited for longer than others.
    var bounded: Limits {
      var limits = self
      limits.graceTime = graceTime.bounded
      limits.leaveTime = min(leaveTime, limits.graceTime)
      limits.blockingCallTimeLimit = blockingCallTimeLimit.bounded
      limits.functionTimeLimit = functionTimeLimit?.bounded
      return limits
    }
  }
}
