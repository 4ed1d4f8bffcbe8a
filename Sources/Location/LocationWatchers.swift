/// Those who follow one device.
struct LocationWatchers {
  private var watchers: [LocationRequestID: (serial: Int, sink: AsyncStream<Location>.Continuation)] = [:]
  private var serial = 0

  var isEmpty: Bool { watchers.isEmpty }

  /// Adds one. Of places that it does not read in time it gets the newest. `left` is called when nobody reads any more,
  /// with what ``remove(serial:)`` takes.
  mutating func add(
    _ id: LocationRequestID, left: @escaping @Sendable (_ serial: Int) -> Void
  ) -> AsyncStream<Location> {
    remove(id)
    serial += 1
    let (stream, sink) = AsyncStream<Location>.makeStream(bufferingPolicy: .bufferingNewest(1))
    sink.onTermination = { [serial] _ in left(serial) }
    watchers[id] = (serial, sink)
    return stream
  }

  /// Ends its stream.
  mutating func remove(_ id: LocationRequestID) {
    watchers.removeValue(forKey: id)?.sink.finish()
  }

  /// As ``remove(_:)``, for a reader that has gone: its id may be another's by now.
  mutating func remove(serial: Int) {
    guard let id = watchers.first(where: { $0.value.serial == serial })?.key else { return }
    remove(id)
  }

  func tell(_ id: LocationRequestID, _ location: Location) {
    watchers[id]?.sink.yield(location)
  }

  func tellAll(_ location: Location) {
    for watcher in watchers.values { watcher.sink.yield(location) }
  }
}
