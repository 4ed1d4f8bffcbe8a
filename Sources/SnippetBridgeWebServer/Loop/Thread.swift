import SnippetBridgePlatform

/// POSIX threads that run one closure each. They block the signals of other processes, which are meant for the
/// program's own threads, and SIGPIPE, which a disconnected peer must not raise. They do not block the signals of
/// errors in the program: if such a signal is blocked, the process ends before Swift's handler can print a backtrace.
enum Thread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a new thread, and returns when the thread has ended. Returns `false` if the system cannot create
  /// another thread. Cancelling the task has no effect.
  static func run(name: String, _ body: @escaping @Sendable () -> Void) async -> Bool {
    let thread = await withCheckedContinuation { (ended: CheckedContinuation<pthread_t?, Never>) in
      let isStarted = start {
        SystemThread.setName(name)
        body()
        ended.resume(returning: pthread_self())
      }
      if !isStarted { ended.resume(returning: nil) }
    }
    guard let thread else { return false }
    // The thread resumes the continuation as its last step, so joining the thread does not block for long.
    pthread_join(thread, nil)
    return true
  }

  private static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    var handle = pthread_t()
    let body = Unmanaged.passRetained(Body(run))
    // A new thread inherits the signal mask of the thread that creates it.
    var blocked = sigset_t()
    var before = sigset_t()
    sigfillset(&blocked)
    for error in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP] { sigdelset(&blocked, error) }
    pthread_sigmask(SIG_SETMASK, &blocked, &before)
    let error = pthread_create(
      &handle, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    if error != 0 { body.release() }
    return error == 0
  }
}
