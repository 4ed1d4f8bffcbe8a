import DSBridgeText
import Foundation

/// What a line of gpsd says, as far as it matters here (gpsd_json(5)).
enum GPSDReport: Sendable, Equatable {
  case place(Location)
  /// The receiver does not see enough satellites.
  case noFix
  /// There is no receiver, or not any more.
  case noDevice
  case other

  /// Of a receiver that does not say how exact it is, in metres.
  static let assumedAccuracy = 50.0

  /// Throws for a line that is no report. `now` is for a receiver that does not know the time.
  init(_ line: [UInt8], now: Date) throws {
    let data = Data(StreamSafeJSON.text(line))
    let decoder = JSONDecoder()
    switch try decoder.decode(Kind.self, from: data).class {
    case "TPV": self = try GPSDReport(decoder.decode(Fix.self, from: data), now: now)
    case "DEVICES": self = try decoder.decode(Devices.self, from: data).devices.isEmpty ? .noDevice : .other
    case "DEVICE": self = try decoder.decode(Device.self, from: data).isGone ? .noDevice : .other
    default: self = .other
    }
  }

  private init(_ fix: Fix, now: Date) throws {
    // 0 is not known yet, 1 is no fix.
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

  /// A place that is none on earth.
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

    /// `activated` is the time since when it is there, and the number 0 when it has gone.
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      isGone = (try? container.decode(Double.self, forKey: .activated)) == 0
    }
  }
}
