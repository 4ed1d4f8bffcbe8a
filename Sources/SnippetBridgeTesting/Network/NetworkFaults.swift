/// What an ``UnreliableProxy`` does to what goes through it. Each number is a probability, from 0 to 1.
///
/// Its unit is one whole WebSocket frame, or one whole HTTP request or answer, in either direction; where the proxy
/// cannot tell them apart (https), whatever arrives at once.
public struct NetworkFaults: Sendable, Equatable {
  /// A new connection ends at once.
  public var refused = 0.0
  /// The connection ends before a unit: it is lost.
  public var cutBefore = 0.0
  /// The connection ends in the middle of a unit, after its first byte at the earliest.
  public var cutInside = 0.0
  /// The connection ends right after a unit.
  public var cutAfter = 0.0
  /// A unit, and what follows it on its connection, waits for up to ``longestDelay``.
  public var delayed = 0.0
  /// How long ``delayed`` holds a unit at most.
  public var longestDelay: Duration = .milliseconds(500)
  /// A unit arrives in small pieces.
  public var sliced = 0.0
  /// A POST is sent a second time, at once or up to 2 s later, on a connection of its own.
  public var repeated = 0.0
  /// Of the cuts of what a page sends, those in which only the page's side ends: the server gets the rest up to 2 s
  /// later.
  public var late = 0.0
  /// Of the cuts, those after which everything the page has sent on the connection is sent once more, on a new one.
  /// Connections that sent more than 64 kB are not repeated.
  public var replayed = 0.0

  /// Nothing: every byte goes through as it comes.
  public static let none = NetworkFaults()

  /// A connection that carries one unit every 100 ms lives for some seconds.
  public static let many: NetworkFaults = {
    var faults = NetworkFaults()
    faults.refused = 0.05
    (faults.cutBefore, faults.cutInside, faults.cutAfter) = (0.01, 0.01, 0.01)
    (faults.delayed, faults.sliced, faults.repeated) = (0.03, 0.03, 0.1)
    (faults.late, faults.replayed) = (0.3, 0.3)
    return faults
  }()

  /// No trouble.
  public init() {}

  enum Fate {
    case pass, cutBefore, cutInside, cutAfter, delayed, sliced
  }

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
