import Foundation
import SnippetBridge

extension DemoServer {
  /// Configures a simulated ride for the page "Here", unless an option names another location source.
  ///
  /// If the root folder has no `demo/ride.gpx`, the server serves pages other than the demo's. In this case, the
  /// browser determines the location.
  static func tellPlace(_ configuration: inout BridgeConfiguration) throws {
    let ride = configuration.root + "/demo/ride.gpx"
    guard configuration.locationServiceBridge == nil, FileManager.default.fileExists(atPath: ride) else { return }
    configuration.locationServiceBridge = try GPXRoute(contentsOf: ride, updateInterval: .milliseconds(500))
  }
}

extension URL {
  /// The path and the query of the URL, percent-encoded: `/native/search?q=a`.
  var pathAndQuery: String {
    path(percentEncoded: true) + (query(percentEncoded: true).map { "?" + $0 } ?? "")
  }
}
