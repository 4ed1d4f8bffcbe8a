import DSBridgeLocks
package import Logging

/// The native side of a browser tab or iframe, which shows one document after another.
///
/// A web view survives navigations, reloads and lost connections. Its interfaces are confined to its isolation, so a
/// class that is not `Sendable` is safe to expose: its functions are called one at a time, in the order of the page's
/// calls. All external events pass through one queue.
public actor WebView {
  /// The random id that identifies the web view in logs and to its page.
  public nonisolated let id: String
  package nonisolated let logger: Logger
  let limits: Limits
  let scheduler: Scheduler
  let observer: (any WebViewObserver)?
  /// The observer of the wire messages; nil unless a developer tool is used.
  package nonisolated let tap: (any WireTap)?

  private struct Shared {
    var keystone: any KeystoneProtocol = Keystone()
    var dismissalHandler: (@Sendable () -> Void)?
    var disablesJavaScriptDialogBlock = false
    var host: (any WebViewHost)?
    var location = ""
  }

  private nonisolated let shared = Mutex(Shared())
  nonisolated let keystoneVersion = Atomic(0)
  var knownKeystone: (version: Int, keystone: Keystone?) = (-1, nil)
  nonisolated let listeners = EventListeners()
  /// Whether an immediate interface has been added.
  nonisolated let mayBeImmediate = Atomic(false)
  nonisolated let debugMode = Atomic(false)
  nonisolated let lastCallID = Atomic(0)
  nonisolated let ledger: CallLedger
  nonisolated let watchdog: FunctionWatchdog?
  nonisolated let departures: Departures
  nonisolated let mailbox: Mailbox
  private nonisolated let executor = QueueExecutor()

  /// The web view's own serial executor, so that a slow function does not block other web views.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// An executor preference for tasks whose nonisolated code must start in order on the web view's queue.
  package nonisolated var taskExecutor: some TaskExecutor { QueueTaskExecutor(queue: executor) }

  /// An empty array, whose memory is reused for the queue entries of each round. A round is one run of
  /// ``processMailbox()``.
  private var round: [Mailbox.Entry] = []
  var life = Life.open
  var interfaces = InterfaceTable()
  var document: Document?
  var pageCalls = PageCalls()
  /// Sequences that are paused because the page reads slowly.
  var readers = PausedReaders()
  /// The navigations that the page performs only after asking the server.
  var questions = NavigationQuestions.none
  /// Indicates whether the program has called ``close()``. The web view then ends after the current round.
  var mustClose = false
  /// A handler that is called at the end of each round, before the round's output is sent, so that it can add output
  /// that depends on the whole round. `nil` for most web views.
  package var roundEndHandler: (@Sendable (isolated WebView) -> Void)?
  /// Whether a round is processing the queue. If so, output that is added now is sent at the end of the round.
  private(set) var isInRound = false
  /// The timer that ends the web view if the document does not reconnect.
  var reconnectTimer: ScheduledAction?

  /// Creates a web view without a document, for tests and other transports. Servers create their web views themselves.
  public init() {
    self.init(logger: Logger(label: "DSBridge"))
  }

  /// Creates a web view without a document.
  /// - Parameter isActive: whether messages from the page are processed before ``activate()`` is called.
  package init(
    id: String = WebView.randomID(), logger: Logger, limits: Limits = Limits(),
    clock: any Clock<Duration> = ContinuousClock(), observer: (any WebViewObserver)? = nil,
    tap: (any WireTap)? = nil, isActive: Bool = true
  ) {
    self.id = id
    let limits = limits.bounded
    self.limits = limits
    var logger = logger
    logger[metadataKey: "webView"] = "\(id.prefix(8))"
    self.logger = logger
    let scheduler = Scheduler(clock)
    self.scheduler = scheduler
    self.observer = observer
    self.tap = tap
    mailbox = Mailbox(isActive: isActive, limits: limits)
    let ledger = CallLedger(blockingCallTimeLimit: limits.blockingCallTimeLimit, scheduler: scheduler)
    self.ledger = ledger
    departures = Departures(closeDelay: limits.closeDelay, ledger: ledger, scheduler: scheduler)
    watchdog = limits.functionTimeLimit.map {
      FunctionWatchdog(limit: $0, ledger: ledger, scheduler: scheduler, logger: logger)
    }
  }

  /// Returns 128 random bits as hexadecimal digits.
  package static func randomID() -> String {
    let bits = String(UInt128.random(in: 0...UInt128.max), radix: 16)
    return String(repeating: "0", count: 32 - bits.count) + bits
  }

  /// The object that decodes the page's calls and encodes the answers. Its parts can be replaced. Can be used on any
  /// thread.
  public nonisolated var keystone: any KeystoneProtocol {
    get { shared.withLock { $0.keystone } }
    set {
      replace(\.keystone, by: newValue)
      keystoneVersion.add(1, ordering: .releasing)
    }
  }

  /// A handler for `window.close()`, called in the web view's isolation. Without a handler, the page tries to close
  /// itself.
  public nonisolated var dismissalHandler: (@Sendable () -> Void)? {
    get { shared.withLock { $0.dismissalHandler } }
    set { replace(\.dismissalHandler, by: newValue) }
  }

  /// The last value that the page set with `bridge.disableJavascriptDialogBlock`. The value has no effect, because
  /// browsers show dialogs themselves.
  public internal(set) nonisolated var disablesJavaScriptDialogBlock: Bool {
    get { shared.withLock { $0.disablesJavaScriptDialogBlock } }
    set { shared.withLock { $0.disablesJavaScriptDialogBlock = newValue } }
  }

  /// Replaces a shared value. The old value is released outside of the lock, because its `deinit` may run code of the
  /// program.
  private nonisolated func replace<Value>(_ part: WritableKeyPath<Shared, Value>, by value: Value) {
    var value = value
    shared.withLock { swap(&$0[keyPath: part], &value) }
  }

  /// Releases the program's handlers when the web view is closed, because the handlers may retain the web view.
  nonisolated func releaseHandlers() {
    // The handlers are released here, outside of the lock.
    _ = shared.withLock { exchange(&$0, with: Shared()) }
  }

  /// The creator of the web view, which stores related state. Retained until the web view is closed.
  package nonisolated var host: (any WebViewHost)? {
    get { shared.withLock { $0.host } }
    set {
      replace(\.host, by: newValue)
      departures.setHost(newValue)
    }
  }

  /// The address of the current document, as reported by the page.
  package nonisolated var location: String {
    get { shared.withLock { $0.location } }
    set { shared.withLock { $0.location = newValue } }
  }

  // MARK: The queue

  /// Runs a function in the web view's isolation, after everything that was queued before.
  package nonisolated func perform(_ body: @escaping @Sendable (isolated WebView) -> Void) {
    if mailbox.post(body) { start() }
  }

  /// Appends a message from the page to the queue. The message waits until the web view is active. Returns false if the
  /// queue is full.
  @discardableResult
  nonisolated func enqueueOfPage(_ content: Mailbox.Entry.Content, weight: Int = 0) -> Bool {
    guard let mustStart = mailbox.post(content, weight: weight) else { return false }
    if mustStart { start() }
    return true
  }

  /// Begins processing the page's messages, after the web view has been prepared.
  package nonisolated func activate() {
    if mailbox.activate() { start() }
  }

  private nonisolated func start() {
    executor.processMailbox(of: self)
  }

  /// Schedules a round, so that the pending output is sent at the end of it. If a round is already running, does
  /// nothing unless `isNext` is true.
  package func scheduleRound(isNext: Bool = false) {
    if isNext || !isInRound { perform { _ in } }
  }

  /// Processes the queue in one round. The round's output is sent at the end. This function is the queue's only
  /// consumer.
  func processMailbox() {
    isInRound = true
    // A local variable needs no checks for conflicting accesses at run time (CONTRIBUTING.md, "Measure").
    var round = exchange(&self.round, with: [])
    mailbox.take(&round)
    // The weight of the previous entry. It is subtracted when the next entry begins or the round ends.
    var weight = 0
    for index in round.indices {
      mailbox.done(weight)
      switch round[index].content {
      case .item(let item): item(self)
      case .message(let message, let id, let channel): take(message, of: id, on: channel)
      case .call(let message, let id, let call): take(message, of: id, as: call)
      }
      weight = round[index].weight
    }
    if let roundEndHandler {
      // Tasks that the entries have begun continue now, each until it waits for something outside of this web view or
      // has suspended several times. So the handler sees the changes that these tasks make.
      executor.runJobs(passes: 8)
      roundEndHandler(self)
    }
    isInRound = false
    flush()
    endAfterRound()
    let goesOn = mailbox.goesOn(after: weight)
    round.removeAll(keepingCapacity: round.capacity <= 16)
    self.round = round
    if goesOn { executor.processMailbox(of: self) }
  }

  /// Runs `body` immediately on the caller's thread if nothing is running or waiting. Otherwise, or if `body` returns
  /// false, returns false. `argument` is passed to the closure instead of being captured, so that nothing is allocated.
  nonisolated func ifIdle<Argument>(
    _ argument: Argument, _ body: @escaping (isolated WebView, Argument) -> Bool
  ) -> Bool {
    guard executor.claim() else { return false }
    defer { executor.release() }
    guard mailbox.isIdle else { return false }
    // This thread acts as the executor until `release()`, so the closure runs in the web view's isolation. The cast is
    // safe, because the isolation does not change the representation of a function.
    return unsafeBitCast(body, to: ((WebView, Argument) -> Bool).self)(self, argument)
  }
}
