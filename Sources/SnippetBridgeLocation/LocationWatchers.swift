/// The streams of the pages that watch one device's location.
struct LocationWatchers {
  private var watchers: [LocationRequestID: (serial: Int, sink: AsyncStream<Location>.Continuation)] = [:]
  private var serial = 0

  var isEmpty: Bool { watchers.isEmpty }

  /// Adds a watcher and returns its stream, which begins with the location `first`. A slow reader receives only the
  /// newest location. When the stream ends, `left` is called with the serial number to pass to ``remove(serial:)``.
  mutating func add(
    _ id: LocationRequestID, first: Location?, left: @escaping @Sendable (_ serial: Int) async -> Void
  ) -> AsyncStream<Location> {
    remove(id)
    serial += 1
    let (stream, sink) = AsyncStream<Location>.makeStream(bufferingPolicy: .bufferingNewest(1))
    sink.onTermination = { [serial] _ in Task { await left(serial) } }
    watchers[id] = (serial, sink)
    if let first { sink.yield(first) }
    return stream
  }

  /// Removes the watcher and ends its stream.
  mutating func remove(_ id: LocationRequestID) {
    watchers.removeValue(forKey: id)?.sink.finish()
  }

  /// Removes a watcher whose reader has stopped. Uses the serial number, because a new watcher may have reused the
  /// request id.
  mutating func remove(serial: Int) {
    guard let id = watchers.first(where: { $0.value.serial == serial })?.key else { return }
    remove(id)
  }

  func tellAll(_ location: Location) {
    for watcher in watchers.values { watcher.sink.yield(location) }
  }
}
