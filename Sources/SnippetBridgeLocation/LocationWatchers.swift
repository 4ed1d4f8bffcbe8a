/// The pages that follow one device.
struct LocationWatchers {
  private var watchers: [LocationRequestID: (serial: Int, sink: AsyncStream<Location>.Continuation)] = [:]
  private var serial = 0

  var isEmpty: Bool { watchers.isEmpty }

  /// Adds a watcher. A slow reader gets the newest location only. When the reader stops, `left` is called with the
  /// serial number to pass to ``remove(serial:)``.
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

  /// Ends the watcher's stream.
  mutating func remove(_ id: LocationRequestID) {
    watchers.removeValue(forKey: id)?.sink.finish()
  }

  /// Ends the stream of a reader that has stopped. The request id of that reader may belong to another watcher by now.
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
