import Foundation
import SnippetBridge

extension Demo {
  /// Configures a denied host and a download folder for the "Navigation" pages.
  ///
  /// If other pages than the demo's are served, the options determine the policy, and the browser saves downloads.
  static func decideNavigations(_ configuration: inout BridgeConfiguration) -> DownloadList {
    let folder = FileManager.default.temporaryDirectory.appending(path: "SnippetBridge-\(UUID())")
    let downloads = DownloadList(folder: folder.path)
    guard FileManager.default.fileExists(atPath: configuration.root + "/navigation.html") else { return downloads }
    configuration.downloads = downloads.downloads
    if configuration.navigationPolicy == .everything {
      configuration.navigationPolicy =
        NavigationPolicy(deny: ["denied.example"])
    }
    return downloads
  }
}
