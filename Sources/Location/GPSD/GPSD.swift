import DSBridgeText
import Foundation
public import Logging

/// Where the device is, by gpsd and its receivers.
///
/// Connects while a page wants to know, and not otherwise. When gpsd goes it connects again by itself, once it is back.
public actor GPSD: LocationServicesBridge {
  /// How long a page that asks once waits for the receiver to find out.
  private static let fixTimeLimit: Duration = .seconds(30)
  /// For how long a place that was told is where the device is: gpsd tells one each second, as a rule.
  private static let presence: Duration = .seconds(2)
  private static let shortestPause: Duration = .milliseconds(500)
  private static let longestPause: Duration = .seconds(30)

  private let host: String
  private let port: Int
  private let logger: Logger
  private let elapsed: ElapsedTime
  private var watchers = LocationWatchers()
  /// Those who want to know once.
  private var askers: [Int: AsyncStream<Location?>.Continuation] = [:]
  private var lastAsker = 0
  private var connection: Task<Void, Never>?
  private var last: (location: Location, time: Duration)?
  /// The log has said so.
  private var isAway = false

  /// - Parameters:
  ///   - host: a name or an address.
  ///   - logger: takes what goes wrong with gpsd.
  public init(
    host: String = "localhost", port: Int = 2947, logger: Logger = Logger(label: "GPSD"),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.host = host
    self.port = port
    var logger = logger
    logger[metadataKey: "gpsd"] = "\(host):\(port)"
    self.logger = logger
    elapsed = ElapsedTime(clock)
  }

  deinit { connection?.cancel() }

  /// Every page may know.
  public func checkPermission() async throws {}

  /// The place that the receiver has told last, or tells next. Nil when there is no gpsd or no receiver, or the
  /// receiver does not find out within 30 seconds.
  public func location(id: LocationRequestID, options: JSLocationMessageOptions?) async -> Location? {
    if let last, elapsed.now - last.time < Self.presence { return last.location }
    lastAsker += 1
    let asker = lastAsker
    let (answers, sink) = AsyncStream<Location?>.makeStream()
    askers[asker] = sink
    connect()
    let timer = Task { [elapsed] in
      try await elapsed.sleep(for: Self.fixTimeLimit)
      sink.yield(nil)
    }
    defer {
      timer.cancel()
      askers[asker] = nil
      disconnectIfUnwatched()
    }
    for await answer in answers { return answer }
    return nil  // cancelled
  }

  /// Each place that the receiver tells. Silent while it knows none, and while gpsd is away.
  public func startUpdatingLocation(
    id: LocationRequestID, options: JSLocationMessageOptions?
  ) -> AsyncStream<Location> {
    let stream = watchers.add(id) { serial in
      Task { [weak self] in await self?.stop(serial) }
    }
    if let last, elapsed.now - last.time < Self.presence { watchers.tell(id, last.location) }
    connect()
    return stream
  }

  /// Ends the stream.
  public func stopUpdatingLocation(id: LocationRequestID) {
    watchers.remove(id)
    disconnectIfUnwatched()
  }

  private func stop(_ serial: Int) {
    watchers.remove(serial: serial)
    disconnectIfUnwatched()
  }

  // MARK: The connection

  private func connect() {
    guard connection == nil else { return }
    connection = Task { [weak self, host, port, elapsed] in
      var pause = Self.shortestPause
      while true {
        do {
          var nonsense = 0
          for try await event in GPSDConnection.events(host: host, port: port) {
            guard let self else { return }
            if await self.take(event, &nonsense) { pause = Self.shortestPause }
          }
          await self?.lost("gpsd has closed the connection")
        } catch {
          await self?.lost("gpsd cannot be reached", error)
        }
        guard (try? await elapsed.sleep(for: pause)) != nil else { return }
        pause = min(pause * 2, Self.longestPause)
      }
    }
  }

  private func disconnectIfUnwatched() {
    guard watchers.isEmpty, askers.isEmpty else { return }
    connection?.cancel()
    connection = nil
    last = nil
  }

  /// False for what is no report.
  private func take(_ event: LineBuffer.Event, _ nonsense: inout Int) -> Bool {
    // Nobody is connected any more, or somebody by another task.
    guard !Task.isCancelled else { return false }
    switch event {
    case .line(let line):
      do {
        take(try GPSDReport(line, now: Date()))
        if isAway { logger.notice("gpsd is there again") }
        isAway = false
        return true
      } catch {
        skip(&nonsense, "\(String(peer: line.prefix(80)))")
      }
    case .overlong:
      skip(&nonsense, "a line of more than \(LineBuffer.limit) bytes")
    }
    return false
  }

  /// Says so of the 1st, 10th, 100th and so on: a receiver may be mad for days.
  private func skip(_ nonsense: inout Int, _ text: String) {
    nonsense += 1
    guard nonsense == Int(pow(10, log10(Double(nonsense)).rounded())) else { return }
    logger.warning(
      "a line that is no report was skipped", metadata: ["line": "\(text)", "skipped": "\(nonsense)"])
  }

  private func take(_ report: GPSDReport) {
    switch report {
    case .place(let location):
      last = (location, elapsed.now)
      watchers.tellAll(location)
      answer(location)
    case .noFix:
      last = nil
    case .noDevice:
      last = nil
      logger.warning("gpsd has no receiver")
      answer(nil)
    case .other: break
    }
  }

  private func lost(_ what: Logger.Message, _ error: (any Error)? = nil) {
    guard !Task.isCancelled else { return }
    logger.log(level: isAway ? .debug : .warning, what, metadata: error.map { ["error": "\($0)"] })
    isAway = true
    last = nil
    answer(nil)
  }

  private func answer(_ location: Location?) {
    for asker in askers.values { asker.yield(location) }
  }
}
