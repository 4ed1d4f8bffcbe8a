import Locks

/// A web view's own executor: what it does, it does one after another, on one of the ``WebViewThreads``.
///
/// Swift's own pool has as many threads as there are cores: two synchronous functions that wait for a printer would
/// stop every other page of a two-core machine (docs/decisions/0009).
final class QueueExecutor: SerialExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    /// The web view has mail.
    var webView: WebView?
    /// Some thread runs what is here, or is about to.
    var isTaken = false

    /// True while there is something to run.
    mutating func goesOn() -> Bool {
      isTaken = !jobs.isEmpty || webView != nil
      return isTaken
    }
  }

  private let state = Mutex(State())
  /// The thread whose turn it is, or 0.
  private let thread = Atomic<UInt>(0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    start { $0.jobs.append(job) }
  }

  /// Has the web view process its mailbox.
  func processMailbox(of webView: WebView) {
    start { $0.webView = webView }
  }

  /// Makes the caller's thread the executor until ``release()``; false while anything else runs or waits. Whatever is
  /// enqueued meanwhile waits.
  func claim() -> Bool {
    let isMine = state.withLock { state in
      defer { state.isTaken = true }
      return !state.isTaken
    }
    if isMine { thread.store(ThreadNumber.ofCurrentThread(), ordering: .releasing) }
    return isMine
  }

  func release() {
    thread.store(0, ordering: .releasing)
    if state.withLock({ $0.goesOn() }) { WebViewThreads.shared.run(self) }
  }

  private func start(_ add: (inout sending State) -> Void) {
    let isFirst = state.withLock { state in
      add(&state)
      defer { state.isTaken = true }
      return !state.isTaken
    }
    if isFirst { WebViewThreads.shared.run(self) }
  }

  /// Runs what is here, on the caller's thread; true when it must be called again.
  func runRound() -> Bool {
    let (jobs, webView) = state.withLock { state in
      defer { (state.jobs, state.webView) = ([], nil) }
      return (state.jobs, state.webView)
    }
    thread.store(ThreadNumber.ofCurrentThread(), ordering: .releasing)
    for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
    // Sound: this thread is the web view's executor now.
    webView?.assumeIsolated { $0.processMailbox() }
    thread.store(0, ordering: .releasing)
    return state.withLock { $0.goesOn() }
  }

  func isIsolatingCurrentContext() -> Bool? {
    thread.load(ordering: .acquiring) == ThreadNumber.ofCurrentThread()
  }

  func checkIsolated() {
    // Sound: only code that lied about its isolation comes here; running on would be a data race.
    precondition(isIsolatingCurrentContext() == true, "not on the web view's executor")
  }
}
