import Glibc

/// The processor time of the thread that creates this value. If a handler's callback creates it, that is the event
/// loop's thread.
struct ThreadClock: Sendable {
  private let clock: clockid_t

  init() {
    var clock = clockid_t()
    pthread_getcpuclockid(pthread_self(), &clock)
    self.clock = clock
  }

  /// The time so far, in seconds; 0 after the thread has ended.
  var seconds: Double {
    var moment = timespec()
    clock_gettime(clock, &moment)
    return Double(moment.tv_sec) + Double(moment.tv_nsec) / 1e9
  }
}
