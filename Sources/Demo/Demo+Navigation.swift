import Foundation
import SnippetBridge

extension Demo {
  /// The pages "Navigation" have a host where nobody may go, and a folder for downloads. Where the pages are not the
  /// demo's own, options decide about the one and the browser about the other.
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
