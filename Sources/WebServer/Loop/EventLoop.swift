import Platform
import Locks

/// One thread, one libev loop, one libwebsockets context; and the executor of every actor that lives on it.
///
/// The thread waits in libev and runs the actors' jobs after every round of events. When the loop has ended, a job that
/// still arrives runs on a thread made for it, one at a time, so that no caller waits for ever.
final class EventLoop: SerialExecutor {
  private enum Phase {
    case running
    /// Whether the loop's thread is leaving, and whether another thread runs late jobs.
    case ended(draining: Bool)
  }

  private struct Inbox {
    var jobs: [UnownedJob] = []
    var flushes: [LoopMember] = []
    /// The memory of the flushes before.
    var spare: [LoopMember] = []
    var phase = Phase.running
    /// Set while there is something to wake up: the loop's own thread takes it away before it frees the watcher.
    var wakeUp: WakeUp?
  }

  private let inbox = Mutex(Inbox())
  /// The thread that runs jobs now, or 0.
  private let thread = Atomic<pthread_t>(0)
  /// A round takes at most this many jobs, so that sockets are not starved by an actor that calls itself.
  private static let jobsPerTurn = 1024

  /// Called off the loop or on it; never blocks.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = inbox.withLock { inbox -> Bool in
      inbox.jobs.append(job)
      switch inbox.phase {
      case .running:
        // Under the lock: the watcher cannot be freed meanwhile. The loop itself looks here after each round of events.
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

  /// Asks for ``LoopMember/flush()`` on the loop; forgotten when the loop has ended.
  func scheduleFlush(of member: LoopMember) {
    inbox.withLock { inbox in
      guard case .running = inbox.phase else { return }
      inbox.flushes.append(member)
      if inbox.flushes.count == 1 && inbox.jobs.isEmpty && !isOnLoop { inbox.wakeUp?.send() }
    }
  }

  /// The calling thread is the loop's from now on.
  func claim() { thread.store(currentThread(), ordering: .releasing) }

  /// From now on what arrives wakes the loop.
  func begin(wakeUp: WakeUp) {
    inbox.withLock { inbox in
      inbox.wakeUp = wakeUp
      wakeUp.send()
    }
  }

  /// Runs what has arrived; true when more is waiting.
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

  /// The last thing the loop's thread does: nothing wakes it any more.
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

  /// Takes the loop's place until nothing is left. Jobs stay serial: there is at most one such thread, and the loop has
  /// ended.
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
    // Sound: only code that is wrong about its isolation fails here, and to run on would be a data race.
    precondition(isOnLoop, "not on the connection's event loop")
  }

  var isOnLoop: Bool { thread.load(ordering: .acquiring) == currentThread() }

  /// Not inlined: glibc declares `pthread_self` constant, so an optimiser may keep its value across an `await`.
  @inline(never)
  private func currentThread() -> pthread_t { pthread_self() }
}
