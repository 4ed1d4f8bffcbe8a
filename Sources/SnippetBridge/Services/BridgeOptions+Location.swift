import ArgumentParser
import Logging
import SnippetBridgeLocation

extension PrefixedBridgeOptions {
  /// Validates the location options, including the GPX file, before the server starts. Throws a validation error.
  func validateLocation() throws {
    guard gpx == nil || gpsd == nil else {
      throw ValidationError("\(Self.option("gpx")) and \(Self.option("gpsd")) cannot be used together.")
    }
    if let gpxSpeed {
      guard gpx != nil else { throw ValidationError("\(Self.option("gpx-speed")) requires \(Self.option("gpx")).") }
      guard gpxSpeed > 0, gpxSpeed.isFinite else {
        throw ValidationError("\(Self.option("gpx-speed")) must be a number above 0, not \(gpxSpeed).")
      }
    }
    if let gpx {
      do { _ = try GPXRoute(contentsOf: gpx) } catch { throw ValidationError("\(error)") }
    }
    if let gpsd, GPSDAddress(gpsd) == nil {
      throw ValidationError(
        "\(Self.option("gpsd")) requires a host and a port, such as localhost:2947, not \"\(gpsd)\".")
    }
  }

  /// Returns the location source that the options select, or `nil` if they select none.
  func locationServiceBridge(logger: Logger) -> (any LocationServicesBridge)? {
    if let gpx {
      do {
        return try GPXRoute(contentsOf: gpx, speed: gpxSpeed ?? 1)
      } catch {
        // The file was valid when `validateLocation()` ran, so it has changed since then.
        logger.error("the simulated location is not available", metadata: ["error": "\(error)"])
      }
    }
    return gpsd.flatMap { GPSDAddress($0) }.map { GPSD(host: $0.host, port: $0.port, logger: logger) }
  }
}

/// The address of a gpsd as a command-line option: `kiosk`, `kiosk:2947`, `[::1]:2947`. The default port is 2947.
struct GPSDAddress: Sendable, Equatable {
  let host: String
  let port: Int

  init?(_ text: String) {
    guard let match = text.wholeMatch(of: /(?:\[([0-9a-fA-F:.%a-z]+)\]|([^:\[\]\s]+))(?::([0-9]{1,5}))?/),
      let port = match.output.3.map({ Int($0) }) ?? 2947, 1...65535 ~= port
    else { return nil }
    host = String(match.output.1 ?? match.output.2 ?? "")
    self.port = port
  }
}
