import Dispatch

/// A web view's own executor: a serial queue, whose threads grow when some are blocked.
///
/// Swift's own pool has as many threads as there are cores: two synchronous functions that wait for a printer would stop every
/// other page of a two-core machine (docs/decisions/0009).
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
