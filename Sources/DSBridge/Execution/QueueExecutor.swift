import DSBridgeLocks
import Foundation

/// The serial executor of a web view. It runs one job at a time, on one of the ``WebViewThreads``.
///
/// Swift's own pool has as many threads as there are cores. On a machine with two cores, two synchronous functions that
/// wait for a printer would occupy that pool and stop every other page (docs/decisions/0009).
final class QueueExecutor: SerialExecutor {
  /// The pending jobs. A job from a task that prefers this executor has a task executor; a job of the actor has none.
  private let jobs = Mutex<[(job: UnownedJob, taskExecutor: UnownedTaskExecutor?)]>([])
  /// Bit flags for the pending kinds of work, and for whether a thread is running this executor or will run it. Atomic,
  /// because each call from a page changes the flags three times.
  private let state = Atomic<UInt8>(0)
  private static let hasJobs: UInt8 = 1
  private static let hasMailbox: UInt8 = 2
  private static let isTaken: UInt8 = 4
  /// The address of the web view. Valid while the flag ``hasMailbox`` is set, because this executor then retains the
  /// web view.
  private let webView = Atomic<UInt>(0)
  /// The number of the thread that acts as this executor, or 0.
  private let thread = Atomic<UInt>(0)

  func enqueue(_ job: consuming ExecutorJob) {
    enqueue(UnownedJob(job), of: nil)
  }

  /// Appends a job. If `taskExecutor` is nil, it is a job of the actor; otherwise it is nonisolated code of a task that
  /// prefers that executor.
  fileprivate func enqueue(_ job: UnownedJob, of taskExecutor: UnownedTaskExecutor?) {
    jobs.withLock { $0.append((job, taskExecutor)) }
    _ = start(Self.hasJobs)
  }

  /// Schedules the processing of the web view's mailbox.
  func processMailbox(of webView: WebView) {
    // The web view is retained before the flag is set, because another thread may process the mailbox immediately.
    let retained = Unmanaged.passRetained(webView)
    self.webView.store(UInt(bitPattern: retained.toOpaque()), ordering: .relaxed)
    if start(Self.hasMailbox) { retained.release() }
  }

  /// Lets the caller's thread act as this executor until ``release()``. Returns false without any effect if other work
  /// is running or pending. Work that is enqueued before ``release()`` waits until then.
  func claim() -> Bool {
    let isMine = state.compareExchange(expected: 0, desired: Self.isTaken, ordering: .acquiringAndReleasing).exchanged
    if isMine { thread.store(ThreadNumber.ofCurrentThread(), ordering: .releasing) }
    return isMine
  }

  func release() {
    thread.store(0, ordering: .releasing)
    if goesOn() { WebViewThreads.shared.run(self) }
  }

  /// Adds pending work. Returns whether work of this kind was already pending.
  private func start(_ work: UInt8) -> Bool {
    let before = state.bitwiseOr(work | Self.isTaken, ordering: .acquiringAndReleasing).oldValue
    if !has(Self.isTaken, in: before) { WebViewThreads.shared.run(self) }
    return has(work, in: before)
  }

  /// Returns whether more work is pending. If not, marks the executor as free, so that no thread runs it.
  private func goesOn() -> Bool {
    !state.compareExchange(expected: Self.isTaken, desired: 0, ordering: .acquiringAndReleasing).exchanged
  }

  private func has(_ flag: UInt8, in state: UInt8) -> Bool { state & flag != 0 }

  /// Marks pending work as taken. Returns whether work of this kind was pending.
  private func take(_ work: UInt8) -> Bool {
    has(work, in: state.bitwiseAnd(~work, ordering: .acquiringAndReleasing).oldValue)
  }

  /// Runs the pending work on the caller's thread. Returns whether this function must be called again.
  func runRound() -> Bool {
    thread.store(ThreadNumber.ofCurrentThread(), ordering: .releasing)
    runJobs()
    // The mailbox is processed after the jobs have run, so that the entries that they append are processed in this
    // round.
    if take(Self.hasMailbox), let webView = UnsafeRawPointer(bitPattern: webView.load(ordering: .relaxed)) {
      // This balances the retain that was made when the flag was set. Only this thread has cleared the flag. This
      // thread acts as the web view's executor now, so `assumeIsolated` succeeds.
      Unmanaged<WebView>.fromOpaque(webView).takeRetainedValue().assumeIsolated { $0.processMailbox() }
    }
    thread.store(0, ordering: .releasing)
    return goesOn()
  }

  /// Runs the pending jobs. If they have added more jobs, runs those too, and so on, in at most `passes` passes.
  func runJobs(passes: Int = 1) {
    for _ in 0..<passes {
      guard take(Self.hasJobs) else { return }
      for (job, taskExecutor) in jobs.withLock({ exchange(&$0, with: []) }) {
        if let taskExecutor {
          job.runSynchronously(on: taskExecutor)
        } else {
          job.runSynchronously(on: asUnownedSerialExecutor())
        }
      }
    }
  }

  func isIsolatingCurrentContext() -> Bool? {
    thread.load(ordering: .acquiring) == ThreadNumber.ofCurrentThread()
  }

  func checkIsolated() {
    // This fails only if code that assumes this isolation runs outside of it. Continuing would be a data race.
    precondition(isIsolatingCurrentContext() == true, "This code must run on the web view's executor.")
  }
}

/// A task executor that runs the nonisolated code of tasks on a web view's queue, so that tasks run in the order in
/// which they started.
final class QueueTaskExecutor: TaskExecutor {
  private let queue: QueueExecutor

  init(queue: QueueExecutor) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    queue.enqueue(UnownedJob(job), of: asUnownedTaskExecutor())
  }
}

/// The numbers that identify running threads. No thread has the number 0.
enum ThreadNumber {
  /// Returns the number of the current thread. Not inlined, because glibc declares `pthread_self` as `const`, so the
  /// optimizer might reuse its value across an `await`.
  @inline(never)
  static func ofCurrentThread() -> UInt { UInt(pthread_self()) }
}
