import DSBridge
import Foundation

/// A line from gpsd, reduced to the information about the location. See gpsd_json(5) for the format.
enum GPSDReport: Sendable, Equatable {
  case place(Location)
  /// The receiver cannot determine a location, for example because it sees too few satellites.
  case noFix
  /// The receiver is missing or was removed.
  case noDevice
  case other

  /// The horizontal accuracy to assume if the receiver reports none, in metres.
  static let assumedAccuracy = 50.0

  /// Parses a line. Throws if the line is not a valid report. A location whose report contains no time gets the
  /// timestamp `now`.
  init(_ line: [UInt8], now: Date) throws {
    let report = try JSONDocument(line)
    switch try report.decode(Kind.self).class {
    case "TPV": self = try GPSDReport(report.decode(Fix.self), now: now)
    case "DEVICES": self = try report.decode(Devices.self).devices.isEmpty ? .noDevice : .other
    case "DEVICE": self = try report.decode(Device.self).isGone ? .noDevice : .other
    default: self = .other
    }
  }

  private init(_ fix: Fix, now: Date) throws {
    // Mode 0 means that the mode is unknown, and mode 1 that there is no fix.
    guard fix.mode >= 2, let latitude = fix.lat, let longitude = fix.lon else {
      self = .noFix
      return
    }
    let hasAltitude = fix.mode >= 3
    let horizontal = fix.eph ?? fix.epx.flatMap { x in fix.epy.map { y in (x * x + y * y).squareRoot() } }
    let time = fix.time.flatMap { try? Date($0, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
    guard
      let location = Location(
        latitude: latitude, longitude: longitude, altitude: hasAltitude ? fix.altHAE ?? fix.alt : nil,
        horizontalAccuracy: horizontal ?? Self.assumedAccuracy, verticalAccuracy: fix.epv, course: fix.track,
        speed: fix.speed, timestamp: time ?? now)
    else { throw Impossible() }
    self = .place(location)
  }

  /// The error for coordinates outside the valid range.
  private struct Impossible: Error {}

  private struct Kind: Decodable {
    var `class`: String
  }

  private struct Fix: Decodable {
    var mode: Int
    var time: String?
    var lat: Double?
    var lon: Double?
    var alt: Double?
    var altHAE: Double?
    var eph: Double?
    var epx: Double?
    var epy: Double?
    var epv: Double?
    var track: Double?
    var speed: Double?
  }

  private struct Devices: Decodable {
    struct Device: Decodable {}
    var devices: [Device]
  }

  private struct Device: Decodable {
    let isGone: Bool

    private enum Key: CodingKey {
      case activated
    }

    /// Decodes `activated`. The value is a time while the device is present, and the number 0 after the device was
    /// removed.
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      isGone = (try? container.decode(Double.self, forKey: .activated)) == 0
    }
  }
}
