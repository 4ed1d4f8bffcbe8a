import SnippetBridgePlatform

/// A POSIX thread that runs one closure. It blocks all signals, because signals are meant for the program's own
/// threads, and because a disconnected peer must not raise SIGPIPE on this thread.
struct Thread {
  private let handle: pthread_t

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that runs `body`. Returns `nil` if the system cannot create another thread.
  init?(name: String, body: @escaping @Sendable () -> Void) {
    var handle = pthread_t()
    let box = Unmanaged.passRetained(
      Body {
        SystemThread.setName(name)
        body()
      })
    // A new thread inherits the signal mask of the thread that creates it.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    let error = pthread_create(
      &handle, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    guard error == 0 else {
      box.release()
      return nil
    }
    self.handle = handle
  }

  /// Waits until the closure has returned. Must be called at most once per thread.
  func join() { pthread_join(handle, nil) }

  /// Runs `body` on a detached thread, or on the calling thread if no thread can be created.
  static func detach(_ body: @escaping @Sendable () -> Void) {
    if let thread = Thread(name: "web-late", body: body) { pthread_detach(thread.handle) } else { body() }
  }
}
