import Foundation
import SnippetBridge

extension Demo {
  /// The page "Here" shows a ride through a town that does not exist, unless an option names another source. Where the
  /// pages are not the demo's own there is no ride, and the browser answers.
  static func tellPlace(_ configuration: inout BridgeConfiguration) throws {
    let ride = configuration.root + "/demo/ride.gpx"
    guard configuration.locationServiceBridge == nil, FileManager.default.fileExists(atPath: ride) else { return }
    configuration.locationServiceBridge =
      try GPXRoute(contentsOf: ride, updateInterval: .milliseconds(500))
  }
}
