/// The faults that an ``UnreliableProxy`` injects. Each number is a probability from 0 to 1.
///
/// Faults apply to *units*. A unit is one whole WebSocket frame, or one whole HTTP request or response, in either
/// direction. If the proxy cannot parse the bytes, as with https, a unit consists of the bytes from one read.
public struct NetworkFaults: Sendable, Equatable {
  /// The probability that a new connection is closed immediately.
  public var refused = 0.0
  /// The probability that the connection is cut before a unit is forwarded, so that the unit is lost.
  public var cutBefore = 0.0
  /// The probability that the connection is cut in the middle of a unit, after the first byte or later.
  public var cutInside = 0.0
  /// The probability that the connection is cut directly after a unit.
  public var cutAfter = 0.0
  /// The probability that a unit is delayed by up to ``longestDelay``, together with everything after it in the same
  /// direction.
  public var delayed = 0.0
  /// The maximum delay for a unit that ``delayed`` selects; 500 ms by default.
  public var longestDelay: Duration = .milliseconds(500)
  /// The probability that a unit is forwarded in small pieces.
  public var sliced = 0.0
  /// The probability that a POST is sent a second time on a separate connection, immediately or up to 2 s later.
  public var repeated = 0.0
  /// The probability that a cut in the direction of the server closes only the page's connection at first. The server
  /// then receives the remaining bytes of the unit up to 2 s later.
  public var late = 0.0
  /// The probability that, after a cut, everything that the page has sent on the connection is sent again on a new
  /// connection. Connections on which the page has sent more than 64 KiB are not replayed.
  public var replayed = 0.0

  /// A value without faults: all bytes are forwarded unchanged.
  public static let none = NetworkFaults()

  /// Frequent faults. A connection that carries one unit every 100 ms lasts a few seconds.
  public static let many: NetworkFaults = {
    var faults = NetworkFaults()
    faults.refused = 0.05
    (faults.cutBefore, faults.cutInside, faults.cutAfter) = (0.01, 0.01, 0.01)
    (faults.delayed, faults.sliced, faults.repeated) = (0.03, 0.03, 0.1)
    (faults.late, faults.replayed) = (0.3, 0.3)
    return faults
  }()

  /// Creates a value without faults.
  public init() {}

  enum Fate { case pass, cutBefore, cutInside, cutAfter, delayed, sliced }

  func fate(_ random: inout SplitMix64) -> Fate {
    var rest = Double.random(in: 0..<1, using: &random)
    for (fate, probability) in [
      (Fate.cutBefore, cutBefore), (.cutInside, cutInside), (.cutAfter, cutAfter), (.delayed, delayed),
      (.sliced, sliced),
    ] {
      if rest < probability { return fate }
      rest -= probability
    }
    return .pass
  }
}

/// The number of times that an ``UnreliableProxy`` injected each of the ``NetworkFaults``.
public struct NetworkFaultCounts: Sendable, Equatable, CustomStringConvertible {
  /// The number of connections that pages made, including refused connections.
  public internal(set) var connections = 0
  /// The number of connections closed immediately. See ``NetworkFaults/refused``.
  public internal(set) var refused = 0
  /// The number of cuts before a unit. See ``NetworkFaults/cutBefore``.
  public internal(set) var cutBefore = 0
  /// The number of cuts inside a unit. See ``NetworkFaults/cutInside``.
  public internal(set) var cutInside = 0
  /// The number of cuts after a unit. See ``NetworkFaults/cutAfter``.
  public internal(set) var cutAfter = 0
  /// The number of delayed units. See ``NetworkFaults/delayed``.
  public internal(set) var delayed = 0
  /// The number of units sent in small pieces. See ``NetworkFaults/sliced``.
  public internal(set) var sliced = 0
  /// The number of POSTs sent twice. See ``NetworkFaults/repeated``.
  public internal(set) var repeated = 0
  /// The number of cuts that at first closed only the page's connection. See ``NetworkFaults/late``.
  public internal(set) var late = 0
  /// The number of replayed connections. See ``NetworkFaults/replayed``.
  public internal(set) var replayed = 0

  /// The counts on one line.
  public var description: String {
    """
    \(connections) connections, \(refused) refused; cut \(cutBefore) before, \(cutInside) inside, \(cutAfter) after; \
    \(delayed) delayed, \(sliced) sliced, \(repeated) sent twice, \(late) late, \(replayed) replayed
    """
  }
}
