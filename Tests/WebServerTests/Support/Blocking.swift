import Glibc

/// Runs blocking test code on a separate thread, without leaving the test's task. The clients of the tests block in
/// system calls, and Swift has only a few threads for all tasks.
@discardableResult
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withTaskExecutorPreference(ThreadPerJobExecutor.shared) { try body() }
}

/// A task executor that runs every job on a new thread.
final class ThreadPerJobExecutor: TaskExecutor {
  static let shared = ThreadPerJobExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Workers.start { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

enum Workers {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a detached thread.
  static func start(_ run: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let body = Unmanaged.passRetained(Body(run))
    let error = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    precondition(error == 0, "the test machine gives no thread")
    pthread_detach(thread)
  }
}
