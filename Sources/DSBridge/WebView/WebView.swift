package import Logging
import Locks

/// What native code holds of a page: one browser tab or frame that shows documents one after another.
///
/// It survives navigations, reloads and lost connections. Its interfaces live in its isolation: a class that is not
/// `Sendable` is safe to expose, and is called one invocation at a time, in the order the page called. Everything that
/// comes from outside takes its place in one queue.
public actor WebView {
  /// Names the web view in logs and for its page; random.
  public nonisolated let id: String
  package nonisolated let logger: Logger
  let limits: Limits
  let scheduler: Scheduler
  let observer: (any WebViewObserver)?

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
  /// An immediate interface was added.
  nonisolated let mayBeImmediate = Atomic(false)
  nonisolated let lastCallID = Atomic(0)
  nonisolated let ledger: CallLedger
  nonisolated let watchdog: FunctionWatchdog?
  nonisolated let departures: Departures
  nonisolated let mailbox: Mailbox
  private nonisolated let executor: QueueExecutor

  /// A queue of its own: a slow function stops no other web view.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  var life = Life.open
  var interfaces = InterfaceTable()
  var document: Document?
  var pageCalls = PageCalls()
  /// Calls and scripts that wait for a page to be ready.
  var held = Backlog()
  /// Sequences that are not read on while the page is behind.
  var readers = PausedReaders()
  /// The log has said that the page reads too slowly, and it still does.
  var hasReportedSlowPage = false
  /// What the page must ask about before it navigates.
  var questions = NavigationQuestions.none
  /// The program has closed it: it ends after this round.
  var mustClose = false
  /// Gives up a document that does not come back.
  var graceTimer: ScheduledAction?

  /// A web view without a document. Servers make their own; this one is for tests and for other transports.
  public init() {
    self.init(logger: Logger(label: "DSBridge"))
  }

  /// - Parameter isActive: false when its page is not to be heard before ``activate()``.
  package init(
    id: String = WebView.randomID(), logger: Logger, limits: Limits = Limits(),
    clock: any Clock<Duration> = ContinuousClock(), observer: (any WebViewObserver)? = nil, isActive: Bool = true
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
    mailbox = Mailbox(isActive: isActive, limits: limits)
    executor = QueueExecutor()
    let ledger = CallLedger(blockingCallTimeLimit: limits.blockingCallTimeLimit, scheduler: scheduler)
    self.ledger = ledger
    departures = Departures(leaveTime: limits.leaveTime, ledger: ledger, scheduler: scheduler)
    watchdog = limits.functionTimeLimit.map {
      FunctionWatchdog(limit: $0, ledger: ledger, scheduler: scheduler, logger: logger)
    }
  }

  /// 128 random bits in hexadecimal digits.
  package static func randomID() -> String {
    var generator = SystemRandomNumberGenerator()
    let bits = String(UInt128.random(in: 0...UInt128.max, using: &generator), radix: 16)
    return String(repeating: "0", count: 32 - bits.count) + bits
  }

  /// The parts that can be replaced; from any thread.
  public nonisolated var keystone: any KeystoneProtocol {
    get { shared.withLock { $0.keystone } }
    set {
      replace(\.keystone, by: newValue)
      keystoneVersion.add(1, ordering: .releasing)
    }
  }

  /// Called, in the web view's isolation, when the page calls `window.close()`. Without one the page tries to close
  /// itself.
  public nonisolated var dismissalHandler: (@Sendable () -> Void)? {
    get { shared.withLock { $0.dismissalHandler } }
    set { replace(\.dismissalHandler, by: newValue) }
  }

  /// What the page last asked for with `bridge.disableJavascriptDialogBlock`. A browser's dialogs are its own: nothing
  /// here depends on it.
  public internal(set) nonisolated var disablesJavaScriptDialogBlock: Bool {
    get { shared.withLock { $0.disablesJavaScriptDialogBlock } }
    set { shared.withLock { $0.disablesJavaScriptDialogBlock = newValue } }
  }

  /// The old value is freed outside of the lock: its end may be code of the program.
  private nonisolated func replace<Value>(_ part: WritableKeyPath<Shared, Value>, by value: Value) {
    var value = value
    shared.withLock { swap(&$0[keyPath: part], &value) }
  }

  /// What users have bound may hold the web view: a closed one holds nothing of theirs.
  nonisolated func releaseHandlers() {
    let released = shared.withLock { shared in
      defer { shared = Shared() }
      return shared
    }
    // Freed here, outside of the lock.
    _ = released
  }

  /// Whoever made the web view, and keeps what belongs to it. Held until the web view is closed.
  package nonisolated var host: (any WebViewHost)? {
    get { shared.withLock { $0.host } }
    set {
      replace(\.host, by: newValue)
      departures.setHost(newValue)
    }
  }

  /// The address of the document shown, as its page last told it.
  package nonisolated var location: String {
    get { shared.withLock { $0.location } }
    set { shared.withLock { $0.location = newValue } }
  }

  // MARK: The queue

  /// Takes a place in the queue of everything that happens to this web view.
  nonisolated func enqueue(_ item: @escaping Mailbox.Item) {
    if mailbox.post(item) { start() }
  }

  /// As ``enqueue(_:)``, for what the page does: it waits until the web view is active. False when too much waits
  /// already.
  @discardableResult
  nonisolated func enqueueOfPage(_ content: Mailbox.Entry.Content, weight: Int = 0) -> Bool {
    switch mailbox.post(content, weight: weight) {
    case .posted(let mustStart):
      if mustStart { start() }
      return true
    case .refused:
      return false
    }
  }

  /// It is prepared: its page is heard from now on.
  package nonisolated func activate() {
    if mailbox.activate() { start() }
  }

  private nonisolated func start() {
    executor.processMailbox(of: self)
  }

  /// The one consumer. What one round produces leaves at its end.
  func processMailbox() {
    var entries = mailbox.take(noting: ledger, after: document?.inbox.taken ?? 0)
    for entry in entries {
      switch entry.content {
      case .item(let item): item(self)
      case .frame(let frame, let id, let channel): take(frame, of: id, on: channel)
      case .call(let frame, let id, let call): take(frame, of: id, as: call)
      }
      mailbox.done(entry)
    }
    flush()
    endAfterRound()
    if mailbox.goesOn(after: &entries) { executor.processMailbox(of: self) }
  }

  /// Runs `body` at once, on the caller's thread, if nothing runs or waits; false if something does, or `body` says so.
  /// It gets what it needs as an argument and captures nothing, so nothing is allocated.
  nonisolated func ifIdle<Argument>(
    _ argument: Argument, _ body: @escaping (isolated WebView, Argument) -> Bool
  ) -> Bool {
    guard executor.claim() else { return false }
    defer { executor.release() }
    guard mailbox.isIdle else { return false }
    // Sound: this thread is the executor until it is released, and isolation is no part of a function's representation.
    return unsafeBitCast(body, to: ((WebView, Argument) -> Bool).self)(self, argument)
  }
}
