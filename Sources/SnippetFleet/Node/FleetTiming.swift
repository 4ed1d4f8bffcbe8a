/// The times of a node. Tests use shorter ones.
struct FleetTiming: Sendable {
  /// The interval at which the lease is renewed.
  var beat: Duration = .seconds(1)
  /// The duration of the lease. A dead node is removed when it has ended and another node has noticed that.
  var lease: Duration = .seconds(4)
  /// The longest pause between two attempts to connect.
  var longestPause: Duration = .seconds(1)
  var redis = RedisLimits()

  /// Returns the pause after a number of failed attempts: doubled each time, and random, so that many nodes do not
  /// connect at the same moment.
  func pause(after failures: Int) -> Duration {
    min(longestPause, .milliseconds(50) * (1 << min(failures, 10))) * Double.random(in: 0.5...1)
  }
}
