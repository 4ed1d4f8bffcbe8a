import SnippetBridge

/// A location service that the test page controls. It records its calls.
actor Places: LocationServicesBridge {
  private(set) var asked: [String] = []
  private var refusal: LocationServicesError?
  /// Whether location requests remain unanswered.
  private var isSilent = false
  private var latitude: Double?
  private var watchers: [LocationRequestID: AsyncStream<Location>.Continuation] = [:]

  func refuse(_ error: LocationServicesError?) { refusal = error }

  func beSilent() { isSilent = true }

  func move(to latitude: Double) {
    self.latitude = latitude
    for watcher in watchers.values { if let place { watcher.yield(place) } }
  }

  func end() {
    for watcher in watchers.values { watcher.finish() }
  }

  func checkPermission() async throws {
    asked.append("permission")
    if let refusal { throw refusal }
  }

  func location(id: LocationRequestID, options: JSLocationMessageOptions?) async -> Location? {
    asked.append("location \(options?.enableHighAccuracy == true ? "exact" : "any")")
    guard isSilent else { return place }
    let (nothing, sink) = AsyncStream<Never>.makeStream()
    for await _ in nothing {}
    sink.finish()
    asked.append("given up")
    return nil
  }

  func startUpdatingLocation(id: LocationRequestID, options: JSLocationMessageOptions?) -> AsyncStream<Location> {
    asked.append("start")
    let (places, sink) = AsyncStream<Location>.makeStream()
    watchers[id] = sink
    if let place { sink.yield(place) }
    return places
  }

  func stopUpdatingLocation(id: LocationRequestID) {
    // Record a stop without a start differently, so that a test can detect it.
    asked.append(watchers.removeValue(forKey: id) == nil ? "stop of nothing" : "stop")
  }

  private var place: Location? {
    latitude.flatMap {
      Location(latitude: $0, longitude: 14.5, altitude: 300, horizontalAccuracy: 5, course: 90, speed: 1.5)
    }
  }
}

/// An interface by which a page controls ``Places``.
@Exposed
struct PlaceControl: Sendable {
  let places: Places

  /// Refuses location requests with this code. The code 0 allows them again.
  func refuse(code: Int) async { await places.refuse(LocationServicesError(rawValue: code)) }
  func beSilent() async { await places.beSilent() }
  func move(latitude: Double) async { await places.move(to: latitude) }
  func end() async { await places.end() }
  func asked() async -> [String] { await places.asked }
}
