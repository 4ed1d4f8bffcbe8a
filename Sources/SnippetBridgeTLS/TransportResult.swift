/// What became of an attempt to read or write without waiting.
package enum TransportResult {
  package enum Direction { case read, write }

  case count(Int)
  /// Nothing for now: try again when the descriptor is ready for this.
  case blocked(Direction)
  /// The peer sends no more.
  case ended
  case failed
}
