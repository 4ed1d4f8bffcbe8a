import DSBridgeLocks
import Foundation

/// The serial executor of a web view. It runs one job at a time, on one of the ``WebViewThreads``.
///
/// Swift's own pool has as many threads as there are cores. Two synchronous functions that wait for a printer would
/// stop every other page of a two-core machine (docs/decisions/0009).
final class QueueExecutor: SerialExecutor {
  private struct State {
    /// The pending jobs. Those of a task that prefers this queue carry its task executor; the others are the actor's.
    var jobs: [(job: UnownedJob, taskExecutor: UnownedTaskExecutor?)] = []
    /// The web view, if its mailbox must be processed.
    var webView: WebView?
    /// Whether a thread runs the pending work, or is about to.
    var isTaken = false

    mutating func takeWebView() -> WebView? {
      defer { webView = nil }
      return webView
    }

    /// Sets ``isTaken`` to whether anything is pending, and returns it.
    mutating func goesOn() -> Bool {
      isTaken = !jobs.isEmpty || webView != nil
      return isTaken
    }
  }

  private let state = Mutex(State())
  /// The number of the thread that acts as this executor, or 0.
  private let thread = Atomic<UInt>(0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    start { $0.jobs.append((job, nil)) }
  }

  /// Appends nonisolated code of a task that prefers `taskExecutor`.
  fileprivate func enqueue(_ job: UnownedJob, of taskExecutor: UnownedTaskExecutor) {
    start { $0.jobs.append((job, taskExecutor)) }
  }

  /// Schedules the processing of the web view's mailbox.
  func processMailbox(of webView: WebView) {
    start { $0.webView = webView }
  }

  /// Makes the caller's thread the executor until ``release()``. Returns false while anything else is running or
  /// pending. Work that is enqueued meanwhile waits.
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

  /// Runs the pending work on the caller's thread. Returns whether this function must be called again.
  func runRound() -> Bool {
    let (jobs, webView) = state.withLock { state in
      defer { (state.jobs, state.webView) = ([], nil) }
      return (state.jobs, state.webView)
    }
    thread.store(ThreadNumber.ofCurrentThread(), ordering: .releasing)
    for (job, taskExecutor) in jobs {
      if let taskExecutor {
        job.runSynchronously(on: taskExecutor)
      } else {
        job.runSynchronously(on: asUnownedSerialExecutor())
      }
    }
    // The output of a job is sent in its own round.
    let processed = webView ?? (jobs.isEmpty ? nil : state.withLock { $0.takeWebView() })
    // Sound: this thread is the web view's executor now.
    processed?.assumeIsolated { $0.processMailbox() }
    thread.store(0, ordering: .releasing)
    return state.withLock { $0.goesOn() }
  }

  func isIsolatingCurrentContext() -> Bool? {
    thread.load(ordering: .acquiring) == ThreadNumber.ofCurrentThread()
  }

  func checkIsolated() {
    // Only code that claims this isolation without having it fails here. Continuing would be a data race.
    precondition(isIsolatingCurrentContext() == true, "This code must run on the web view's executor.")
  }
}

/// A task executor that runs the nonisolated code of tasks on a web view's queue, so that tasks run in the order in
/// which they began.
final class QueueTaskExecutor: TaskExecutor {
  private let queue: QueueExecutor

  init(queue: QueueExecutor) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    queue.enqueue(UnownedJob(job), of: asUnownedTaskExecutor())
  }
}

/// The numbers by which running threads are distinguished. No thread has the number 0.
enum ThreadNumber {
  /// Returns the number of the current thread. Not inlined: glibc declares `pthread_self` constant, so an optimizer
  /// may keep its value across an `await`.
  @inline(never)
  static func ofCurrentThread() -> UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}
