/// How often an ``UnreliableProxy`` has done what ``NetworkFaults`` says.
public struct NetworkFaultCounts: Sendable, Equatable, CustomStringConvertible {
  /// Connections that pages made, those refused included.
  public internal(set) var connections = 0
  /// As in ``NetworkFaults``.
  public internal(set) var refused = 0
  /// As in ``NetworkFaults``.
  public internal(set) var cutBefore = 0
  /// As in ``NetworkFaults``.
  public internal(set) var cutInside = 0
  /// As in ``NetworkFaults``.
  public internal(set) var cutAfter = 0
  /// As in ``NetworkFaults``.
  public internal(set) var delayed = 0
  /// As in ``NetworkFaults``.
  public internal(set) var sliced = 0
  /// As in ``NetworkFaults``.
  public internal(set) var repeated = 0
  /// As in ``NetworkFaults``.
  public internal(set) var late = 0
  /// As in ``NetworkFaults``.
  public internal(set) var replayed = 0

  /// One line.
  public var description: String {
    """
    \(connections) connections, \(refused) refused; cut \(cutBefore) before, \(cutInside) inside, \(cutAfter) after; \
    \(delayed) delayed, \(sliced) sliced, \(repeated) sent twice, \(late) late, \(replayed) replayed
    """
  }
}
