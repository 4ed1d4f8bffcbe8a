import Glibc

/// The time that the thread which made it spends on a processor. Made in a handler, it is the loop's.
struct ThreadClock: Sendable {
  private let clock: clockid_t

  init() {
    var clock = clockid_t()
    pthread_getcpuclockid(pthread_self(), &clock)
    self.clock = clock
  }

  /// So far; 0 when the thread has ended.
  var seconds: Double {
    var moment = timespec()
    clock_gettime(clock, &moment)
    return Double(moment.tv_sec) + Double(moment.tv_nsec) / 1e9
  }
}
