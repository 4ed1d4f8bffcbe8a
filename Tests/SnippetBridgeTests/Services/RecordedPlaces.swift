import Foundation
import SnippetBridge

/// A location service that a test controls. It records its calls.
actor RecordedPlaces: LocationServicesBridge {
  private let latitude: Double?
  private let refusal: (any Error)?
  private var watchers: [LocationRequestID: AsyncStream<Location>.Continuation] = [:]
  private let sink: AsyncStream<String>.Continuation
  /// The recorded calls, for one reader.
  nonisolated let asked: AsyncStream<String>

  /// Creates a service at `latitude`, or without a location if it is `nil`.
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

  /// Sends each watcher a different latitude: 1 to the first, 2 to the second, and so on.
  func tellEach() {
    for (number, id) in watchers.keys.sorted().enumerated() {
      if let place = Self.place(Double(number + 1)) { watchers[id]?.yield(place) }
    }
  }

  func end() {
    for watcher in watchers.values { watcher.finish() }
  }
}
