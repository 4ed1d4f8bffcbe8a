/// The result of a non-blocking read or write.
package enum TransportResult {
  package enum Direction { case read, write }

  case count(Int)
  /// The operation made no progress. Retry when the descriptor is ready for this direction.
  case blocked(Direction)
  /// The peer has closed its sending side of the connection.
  case ended
  case failed
}
