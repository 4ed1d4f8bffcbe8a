import Foundation
import SnippetBridgeLocation

/// An answer to a request from public/bridge/location.js.
enum LocationAnswer: Encodable, Sendable {
  /// No service is bound, so the script lets the browser answer the page's request.
  case browser
  /// The service allows the page to receive the location. Answers with positions follow.
  case allowed
  case place(Location)
  /// The last answer, which becomes a `GeolocationPositionError` in the page.
  case failure(LocationServicesError, String)

  /// The members of `GeolocationCoordinates`, the position's timestamp in milliseconds, and the members of an error.
  private enum Key: CodingKey {
    case latitude, longitude, accuracy, altitude, altitudeAccuracy, heading, speed, timestamp
    case code, message
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .browser: try false.encode(to: encoder)
    case .allowed: try true.encode(to: encoder)
    case .place(let place):
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(place.latitude, forKey: .latitude)
      try container.encode(place.longitude, forKey: .longitude)
      try container.encode(place.horizontalAccuracy, forKey: .accuracy)
      // Encode unknown values as null and do not omit them, because `GeolocationCoordinates` requires these members.
      try container.encode(place.altitude, forKey: .altitude)
      try container.encode(place.verticalAccuracy, forKey: .altitudeAccuracy)
      try container.encode(place.course, forKey: .heading)
      try container.encode(place.speed, forKey: .speed)
      try container.encode((place.timestamp.timeIntervalSince1970 * 1000).rounded(), forKey: .timestamp)
    case .failure(let error, let message):
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(error.rawValue, forKey: .code)
      try container.encode(message, forKey: .message)
    }
  }
}
