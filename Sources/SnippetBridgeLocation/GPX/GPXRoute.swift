public import Foundation

/// A location source that plays back a GPX file, for development. It simulates a device that moves along the route.
///
/// The device starts to move when the first page requests the location. All pages receive the location of the same
/// device.
///
///     configuration.locationServiceBridge = try GPXRoute(contentsOf: "walk.gpx", speed: 10)
public actor GPXRoute: LocationServicesBridge {
  /// The behaviour when the device reaches the last point.
  public enum Ending: Sendable, Hashable {
    /// The device restarts at the first point.
    case loops
    /// The device stays at the last point.
    case stops
  }

  private let route: TimedRoute
  private let speed: Double
  private let accuracy: Double
  private let updateInterval: Duration
  private let ending: Ending
  private let elapsed: ElapsedTime
  private var start: (time: Duration, date: Date)?
  private var watchers = LocationWatchers()
  private var ticker: Task<Void, Never>?

  /// Reads the file's tracks, one after another. If the file has no tracks, reads its routes. If the file has no routes
  /// either, reads its waypoints. Throws a ``GPXError`` that describes the problem and contains the line number.
  /// - Parameters:
  ///   - speed: The playback speed relative to the recording. Reported speeds are multiplied by this factor.
  ///   - assumedSpeed: The device's speed where the file has no times, in metres per second. The default is a walking
  ///     speed.
  ///   - accuracy: The reported accuracy of each location, in metres.
  ///   - updateInterval: The time between two updates for pages that watch the location.
  public init(
    contentsOf path: String, speed: Double = 1, assumedSpeed: Double = 1.4, accuracy: Double = 5,
    updateInterval: Duration = .seconds(1), ending: Ending = .loops,
    clock: some Clock<Duration> = ContinuousClock()
  ) throws(GPXError) {
    for (name, value) in [("speed", speed), ("assumedSpeed", assumedSpeed)] where !(value > 0 && value.isFinite) {
      throw GPXError(path, "The \(name) must be a number above 0, not \(value).")
    }
    guard accuracy >= 0, accuracy.isFinite, updateInterval > .zero else {
      throw GPXError(path, "The accuracy must be 0 or more, and the updateInterval above 0.")
    }
    route = try TimedRoute(GPXFile(path: path), name: path, assumedSpeed: assumedSpeed)
    self.speed = speed
    self.accuracy = accuracy
    self.updateInterval = updateInterval
    self.ending = ending
    elapsed = ElapsedTime(clock)
  }

  /// Reads the file at a file URL. See ``init(contentsOf:speed:assumedSpeed:accuracy:updateInterval:ending:clock:)``.
  public init(
    contentsOf url: URL, speed: Double = 1, assumedSpeed: Double = 1.4, accuracy: Double = 5,
    updateInterval: Duration = .seconds(1), ending: Ending = .loops,
    clock: some Clock<Duration> = ContinuousClock()
  ) throws(GPXError) {
    guard url.isFileURL else { throw GPXError(url.absoluteString, "The URL is not a file URL.") }
    try self.init(
      contentsOf: url.path(percentEncoded: false), speed: speed, assumedSpeed: assumedSpeed, accuracy: accuracy,
      updateInterval: updateInterval, ending: ending, clock: clock)
  }

  deinit { ticker?.cancel() }

  /// Allows every page to receive the location.
  public func checkPermission() async throws {}

  /// Returns the current location.
  public func location(id: LocationRequestID, options: JSLocationMessageOptions?) async -> Location? {
    location()
  }

  /// Returns a stream of the current location, followed by one location per interval until the playback ends.
  public func startUpdatingLocation(
    id: LocationRequestID, options: JSLocationMessageOptions?
  ) -> AsyncStream<Location> {
    let stream = watchers.add(id, first: location()) { [weak self] in await self?.stop($0) }
    if ticker == nil {
      ticker = Task { [weak self, elapsed] in
        while let next = await self?.nextTick(), (try? await elapsed.sleep(until: next)) != nil {
          await self?.tick()
        }
      }
    }
    return stream
  }

  /// Ends the stream for this id.
  public func stopUpdatingLocation(id: LocationRequestID) {
    watchers.remove(id)
    stopTicking()
  }

  private func stop(_ serial: Int) {
    watchers.remove(serial: serial)
    stopTicking()
  }

  private func stopTicking() {
    guard watchers.isEmpty else { return }
    ticker?.cancel()
    ticker = nil
  }

  /// Returns the time of the next update, or nil if the playback has not started or has ended.
  private func nextTick() -> Duration? {
    guard let start, !isOver else { return nil }
    let ticks = ((elapsed.now - start.time) / updateInterval).rounded(.down)
    return start.time + updateInterval * (ticks + 1)
  }

  private func tick() {
    if !Task.isCancelled, let location = location() { watchers.tellAll(location) }
  }

  private var isOver: Bool { ending == .stops && played >= route.duration }

  /// The position of the playback in the recording, in seconds from the start.
  private var played: Double {
    guard let start else { return 0 }
    return (elapsed.now - start.time) / .seconds(1) * speed
  }

  private func location() -> Location? {
    let start = self.start ?? (elapsed.now, Date())
    self.start = start
    let isLoop = ending == .loops && route.duration > 0
    let moment = route.moment(at: isLoop ? played.truncatingRemainder(dividingBy: route.duration) : played)
    return Location(
      latitude: moment.point.latitude, longitude: moment.point.longitude, altitude: moment.point.altitude,
      horizontalAccuracy: accuracy, verticalAccuracy: moment.point.altitude.map { _ in accuracy },
      course: moment.course, speed: moment.speed * speed,
      timestamp: start.date.addingTimeInterval((elapsed.now - start.time) / .seconds(1)))
  }
}
