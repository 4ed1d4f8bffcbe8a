import Foundation
import SnippetBridge

/// A location service that does as a test says, and keeps what it was asked.
actor RecordedPlaces: LocationServicesBridge {
  private let latitude: Double?
  private let refusal: (any Error)?
  private var watchers: [LocationRequestID: AsyncStream<Location>.Continuation] = [:]
  private let sink: AsyncStream<String>.Continuation
  /// What it was asked, one by one; for one reader.
  nonisolated let asked: AsyncStream<String>

  /// Is at `latitude`, or knows no place.
  init(at latitude: Double? = nil, refusing refusal: (any Error)? = nil) {
    self.latitude = latitude
    self.refusal = refusal
    (asked, sink) = AsyncStream<String>.makeStream()
  }

  static func place(_ latitude: Double) -> Location? {
    Location(
      latitude: latitude, longitude: 14.5, horizontalAccuracy: 5, timestamp: .init(timeIntervalSince1970: 7))
  }

  func checkPermission() async throws {
    if let refusal { throw refusal }
  }

  func location(id: LocationRequestID, options: JSLocationMessageOptions?) async -> Location? {
    sink.yield("location")
    return latitude.flatMap(Self.place)
  }

  func startUpdatingLocation(id: LocationRequestID, options: JSLocationMessageOptions?) -> AsyncStream<Location> {
    let (places, watcher) = AsyncStream<Location>.makeStream()
    watchers[id] = watcher
    sink.yield("start")
    return places
  }

  func stopUpdatingLocation(id: LocationRequestID) {
    sink.yield(watchers.removeValue(forKey: id) == nil ? "stop of nothing" : "stop")
  }

  /// Tells each watcher a place of its own: the first 1, the second 2.
  func tellEach() {
    for (number, id) in watchers.keys.sorted().enumerated() {
      if let place = Self.place(Double(number + 1)) { watchers[id]?.yield(place) }
    }
  }

  func end() {
    for watcher in watchers.values { watcher.finish() }
  }
}
