import DSBridgeText
import Foundation
public import Logging
import SnippetBridgeWebClient

/// A location source that reads from gpsd, the Linux daemon for GPS receivers.
///
/// Connects to gpsd only while a page requests the location. Reconnects after the connection is lost.
public actor GPSD: LocationServicesBridge {
  /// The maximum time that a single request waits for a location.
  private static let fixTimeLimit: Duration = .seconds(30)
  /// The maximum age at which a reported location still counts as current. gpsd usually reports one location per
  /// second.
  private static let presence: Duration = .seconds(2)
  private static let connectTimeLimit: Duration = .seconds(10)
  private static let request = Array("?WATCH={\"enable\":true,\"json\":true};\n".utf8)
  private static let shortestPause: Duration = .milliseconds(500)
  private static let longestPause: Duration = .seconds(30)

  private let host: String
  private let port: Int
  private let logger: Logger
  private let elapsed: ElapsedTime
  private var watchers = LocationWatchers()
  /// The continuations of the pending single requests.
  private var askers: [Int: AsyncStream<Location?>.Continuation] = [:]
  private var lastAsker = 0
  private var connection: Task<Void, Never>?
  private var last: (location: Location, time: Duration)?
  /// Whether gpsd is unavailable and the log has already reported that.
  private var isAway = false

  /// Creates a location source that connects to gpsd on demand.
  /// - Parameters:
  ///   - host: A host name or an IP address.
  ///   - logger: The logger for connection problems and invalid reports.
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

  /// Allows every page to receive the location.
  public func checkPermission() async throws {}

  /// Returns the last reported location if it is at most 2 seconds old. Otherwise waits for the next report. Returns
  /// nil if gpsd or the receiver is unavailable, or if no location arrives within 30 seconds.
  public func location(id: LocationRequestID, options: JSLocationMessageOptions?) async -> Location? {
    if let current { return current }
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

  /// Returns a stream of the reported locations. It yields nothing while the receiver has no fix or gpsd is
  /// unavailable.
  public func startUpdatingLocation(
    id: LocationRequestID, options: JSLocationMessageOptions?
  ) -> AsyncStream<Location> {
    let stream = watchers.add(id, first: current) { [weak self] in await self?.stop($0) }
    connect()
    return stream
  }

  /// Ends the stream for this id.
  public func stopUpdatingLocation(id: LocationRequestID) {
    watchers.remove(id)
    disconnectIfUnwatched()
  }

  private func stop(_ serial: Int) {
    watchers.remove(serial: serial)
    disconnectIfUnwatched()
  }

  /// The last reported location, unless it is too old.
  private var current: Location? {
    last.flatMap { elapsed.now - $0.time < Self.presence ? $0.location : nil }
  }

  // MARK: The connection

  private func connect() {
    guard connection == nil else { return }
    connection = Task { [weak self, host, port, elapsed] in
      var pause = Self.shortestPause
      while true {
        do {
          let gpsd = try await TCPConnection.open(host: host, port: port, limit: Self.connectTimeLimit)
          defer { gpsd.cut() }
          try await gpsd.send(Self.request)
          var lines = LineBuffer()
          var nonsense = 0
          while let bytes = try await gpsd.incoming.value() {
            for event in lines.append(bytes) {
              guard let self else { return }
              if await self.take(event, &nonsense) { pause = Self.shortestPause }
            }
          }
          await self?.lost("gpsd has closed the connection")
        } catch WebClientError.unreachable(let reason) {
          // The logger's metadata already contains the host and the port.
          await self?.lost("gpsd cannot be reached", "\(reason.trimmingPrefix("\(host):\(port): "))")
        } catch {
          await self?.lost("gpsd cannot be reached", "\(error)")
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

  /// Handles a line from gpsd. Returns false if the line is not a valid report.
  private func take(_ event: LineBuffer.Event, _ nonsense: inout Int) -> Bool {
    // A cancelled task belongs to a connection that is no longer wanted. A newer task may already have replaced it.
    guard !Task.isCancelled else { return false }
    switch event {
    case .line(let line):
      do {
        take(try GPSDReport(line, now: Date()))
        if isAway { logger.notice("gpsd is connected again") }
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

  /// Logs only the 1st, 10th, 100th and so on skipped line, because a faulty receiver may run for days.
  private func skip(_ nonsense: inout Int, _ text: String) {
    nonsense += 1
    guard nonsense == Int(pow(10, log10(Double(nonsense)).rounded())) else { return }
    logger.warning(
      "an invalid line of gpsd was skipped", metadata: ["line": "\(text)", "skipped": "\(nonsense)"])
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

  private func lost(_ what: Logger.Message, _ error: Logger.MetadataValue? = nil) {
    guard !Task.isCancelled else { return }
    logger.log(level: isAway ? .debug : .warning, what, metadata: error.map { ["error": $0] })
    isAway = true
    last = nil
    answer(nil)
  }

  private func answer(_ location: Location?) {
    for asker in askers.values { asker.yield(location) }
  }
}
