import Dispatch

/// Where `async` functions run that belong to an actor, or to nobody: on threads that grow when some are blocked (docs/decisions/0012).
///
/// On Swift's own pool two functions that wait for a printer would stop every page of a two-core machine.
final class FunctionExecutor: TaskExecutor {
  static let shared = FunctionExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A queue for each: one that many jobs shared would wait for more threads, or for the job before.
    DispatchQueue(label: "function").async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
