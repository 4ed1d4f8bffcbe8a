import Platform

/// A POSIX thread running one closure. It takes no signals: they are for the program's own threads, and a peer that
/// went away must not raise SIGPIPE here.
struct Thread {
  private let handle: pthread_t

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts `body`; nil when the system has no room for another thread.
  init?(name: String, body: @escaping @Sendable () -> Void) {
    var handle = pthread_t()
    let box = Unmanaged.passRetained(
      Body {
        SystemThread.setName(name)
        body()
      })
    // A new thread inherits the mask of its maker.
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

  /// Waits for the closure's end. Once per thread.
  func join() { pthread_join(handle, nil) }

  /// Runs `body` on a thread nobody waits for; here and now when there is none to be had.
  static func detach(_ body: @escaping @Sendable () -> Void) {
    if let thread = Thread(name: "web-late", body: body) { pthread_detach(thread.handle) } else { body() }
  }
}
