public import Foundation

/// Plays back a GPX file: a device that moves along it, for development.
///
/// It sets out when the first page asks. All pages see one device: the same place at the same time.
///
///     configuration.locationServiceBridge = try GPXRoute(contentsOf: "walk.gpx", speed: 10)
public actor GPXRoute: LocationServicesBridge {
  /// What happens at the last point.
  public enum Ending: Sendable, Hashable {
    /// The device is at the first point again, and goes on.
    case loops
    /// The device stays.
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

  /// Reads the file: its tracks, one behind the other; without one its routes; without one its waypoints. Throws a
  /// ``GPXError`` that says what is wrong with it, and where.
  /// - Parameters:
  ///   - speed: how many times faster than in the file the device moves. The speed that pages get is that of the
  ///     playback.
  ///   - assumedSpeed: of a file without times, in metres per second; by default that of a walk.
  ///   - accuracy: of each place, in metres.
  ///   - updateInterval: how often those who watch hear of it.
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

  /// Reads the file at a file URL, as ``init(contentsOf:speed:assumedSpeed:accuracy:updateInterval:ending:clock:)``
  /// reads that at a path.
  public init(
    contentsOf url: URL, speed: Double = 1, assumedSpeed: Double = 1.4, accuracy: Double = 5,
    updateInterval: Duration = .seconds(1), ending: Ending = .loops,
    clock: some Clock<Duration> = ContinuousClock()
  ) throws(GPXError) {
    guard url.isFileURL else { throw GPXError(url.absoluteString, "The URL is not one of a file.") }
    try self.init(
      contentsOf: url.path(percentEncoded: false), speed: speed, assumedSpeed: assumedSpeed, accuracy: accuracy,
      updateInterval: updateInterval, ending: ending, clock: clock)
  }

  deinit { ticker?.cancel() }

  /// Every page may know.
  public func checkPermission() async throws {}

  /// The place at this moment.
  public func location(id: LocationRequestID, options: JSLocationMessageOptions?) async -> Location? {
    location()
  }

  /// The place at this moment, and from then on at each interval since the device has set out, until the end.
  public func startUpdatingLocation(
    id: LocationRequestID, options: JSLocationMessageOptions?
  ) -> AsyncStream<Location> {
    let stream = watchers.add(id) { serial in
      Task { [weak self] in await self?.stop(serial) }
    }
    if let location = location() { watchers.tell(id, location) }
    if ticker == nil {
      ticker = Task { [weak self, elapsed] in
        while let next = await self?.nextTick(), (try? await elapsed.sleep(until: next)) != nil {
          await self?.tick()
        }
      }
    }
    return stream
  }

  /// Ends the stream.
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

  /// When the watchers are told next; nil when the device has arrived.
  private func nextTick() -> Duration? {
    guard let start, !isOver else { return nil }
    let ticks = ((elapsed.now - start.time) / updateInterval).rounded(.down)
    return start.time + updateInterval * (ticks + 1)
  }

  private func tick() {
    if !Task.isCancelled, let location = location() { watchers.tellAll(location) }
  }

  private var isOver: Bool { ending == .stops && played >= route.duration }

  /// Seconds of the file until now.
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
