import DSBridgeLocks
import SnippetBridgePlatform

/// An event loop: one thread, one libev loop and one libwebsockets context. It is the executor of every actor that
/// lives on it.
///
/// The thread waits in libev and runs the actors' jobs after every round of events. Jobs that arrive after the loop
/// has ended run serially on a temporary thread, so that no caller waits forever.
final class EventLoop: SerialExecutor {
  private enum Phase {
    case running
    /// The loop has ended. `draining` is `true` while a temporary thread runs late jobs.
    case ended(draining: Bool)
  }

  private struct Inbox {
    var jobs: [UnownedJob] = []
    var flushes: [LoopMember] = []
    /// The emptied array of an earlier round, whose memory is reused for flushes.
    var spare: [LoopMember] = []
    var phase = Phase.running
    /// The handle that wakes the loop, or `nil` if the loop is not running. The loop's own thread clears it before it
    /// frees the watcher.
    var wakeUp: WakeUp?
  }

  private let inbox = Mutex(Inbox())
  /// The thread that runs jobs now, or 0.
  private let thread = Atomic<pthread_t>(0)
  /// The maximum number of jobs per round, so that an actor that calls itself does not starve the sockets.
  private static let jobsPerTurn = 1024

  /// Adds a job and wakes the loop if necessary. Can be called from any thread; never blocks.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = inbox.withLock { inbox -> Bool in
      inbox.jobs.append(job)
      switch inbox.phase {
      case .running:
        // Under the lock, so that the watcher cannot be freed meanwhile. The loop's own thread checks the inbox after
        // each round of events and needs no wake-up.
        if inbox.jobs.count == 1 && inbox.flushes.isEmpty && !isOnLoop { inbox.wakeUp?.send() }
        return false
      case .ended(draining: true):
        return false
      case .ended(draining: false):
        inbox.phase = .ended(draining: true)
        return true
      }
    }
    if needsThread { Thread.detach { self.runLateJobs() } }
  }

  /// Requests a call of ``LoopMember/flush()`` on the loop. Ignored after the loop has ended.
  func scheduleFlush(of member: LoopMember) {
    inbox.withLock { inbox in
      guard case .running = inbox.phase else { return }
      inbox.flushes.append(member)
      if inbox.flushes.count == 1 && inbox.jobs.isEmpty && !isOnLoop { inbox.wakeUp?.send() }
    }
  }

  /// Makes the calling thread the loop's thread.
  func claim() { thread.store(currentThread(), ordering: .releasing) }

  /// Sets the handle that wakes the loop, and wakes the loop once for what has arrived before.
  func begin(wakeUp: WakeUp) {
    inbox.withLock { inbox in
      inbox.wakeUp = wakeUp
      wakeUp.send()
    }
  }

  /// Runs the jobs and flushes that have arrived. Returns `true` if more are pending.
  func drain() -> Bool {
    let (jobs, due, more) = inbox.withLock { inbox -> ([UnownedJob], [LoopMember], Bool) in
      let flushes = inbox.flushes
      inbox.flushes = inbox.spare
      inbox.spare = []
      if inbox.jobs.count <= Self.jobsPerTurn {
        let jobs = inbox.jobs
        inbox.jobs = []
        return (jobs, flushes, false)
      }
      let jobs = Array(inbox.jobs.prefix(Self.jobsPerTurn))
      inbox.jobs.removeFirst(Self.jobsPerTurn)
      return (jobs, flushes, true)
    }
    for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
    for member in due { member.flush() }
    var flushes = due
    flushes.removeAll(keepingCapacity: flushes.capacity <= 64)
    return inbox.withLock { inbox in
      swap(&inbox.spare, &flushes)
      return more || !inbox.jobs.isEmpty || !inbox.flushes.isEmpty
    }
  }

  /// Ends the loop; nothing wakes it afterwards. Called on the loop's thread before that thread frees the watcher.
  func end() {
    let late = inbox.withLock { inbox -> Bool in
      inbox.wakeUp = nil
      inbox.flushes = []
      thread.store(0, ordering: .releasing)
      let late = !inbox.jobs.isEmpty
      inbox.phase = .ended(draining: late)
      return late
    }
    if late { Thread.detach { self.runLateJobs() } }
  }

  /// Runs late jobs in place of the loop until none are left. Jobs stay serial: there is at most one such thread, and
  /// the loop has ended.
  private func runLateJobs() {
    thread.store(currentThread(), ordering: .releasing)
    while true {
      let jobs = inbox.withLock { inbox -> [UnownedJob] in
        let jobs = inbox.jobs
        inbox.jobs = []
        if jobs.isEmpty {
          inbox.phase = .ended(draining: false)
          thread.store(0, ordering: .releasing)
        }
        return jobs
      }
      if jobs.isEmpty { return }
      for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }

  // MARK: SerialExecutor

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func isIsolatingCurrentContext() -> Bool? { isOnLoop }

  func checkIsolated() {
    // Only code with wrong isolation fails here. Continuing would be a data race.
    precondition(isOnLoop, "This code must run on the connection's event loop.")
  }

  var isOnLoop: Bool { thread.load(ordering: .acquiring) == currentThread() }

  /// Returns the calling thread. Not inlined: glibc declares `pthread_self` constant, so an optimizer may keep its
  /// value across an `await`.
  @inline(never)
  private func currentThread() -> pthread_t { pthread_self() }
}
