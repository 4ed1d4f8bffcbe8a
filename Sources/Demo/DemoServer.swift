import Foundation
package import SnippetBridge

/// The server of the demo page, with the interfaces that the page calls.
package enum DemoServer {
  /// Creates the demo's server, and the list of the downloads of its pages.
  package static func make(_ configuration: BridgeConfiguration) throws -> (BridgeServer, DownloadList) {
    var configuration = configuration
    configuration.servesDeclarations = true
    try tellPlace(&configuration)
    let downloads = decideNavigations(&configuration)
    let server = try BridgeServer(configuration: configuration, router: router) {
      [policy = configuration.navigationPolicy] webView in
      prepare(webView, policy: policy, downloads: downloads)
    }
    return (server, downloads)
  }
}

/// Adds the interfaces to a new web view. The server calls this function once for each browser tab. The page calls a
/// function of an interface with a namespace by both names, such as `longTask.start`.
func prepare(_ webView: WebView, policy: NavigationPolicy, downloads: DownloadList) {
  let log = NavigationLog()
  webView.addInterface(MyInterface(), by: nil)
  webView.addInterface(EnumInterface.onStreet, by: "street")
  webView.addInterface(EnumInterface.inSchool, by: "school")
  webView.addInterface(LongTask(), by: "longTask")
  webView.addInterface(PageCaller(webView: webView), by: "page")
  webView.addInterface(Thermometer(), by: "thermometer")
  webView.addInterface(Heartbeat(), by: "heartbeat")
  webView.addInterface(Browser(webView: webView, policy: policy, log: log, downloads: downloads), by: "browser")
  webView.bind(interceptor: NativeLinks(webView: webView, log: log))
  webView.dismissalHandler = { [weak webView] in
    webView?.call("showDismissal", with: ["Swift was asked to dismiss this page."])
  }
}

extension DemoServer {
  /// Configures a denied host and a download folder for the "Navigation" pages.
  ///
  /// If the root folder has no `navigation.html`, the server serves pages other than the demo's. In this case, the
  /// command-line options alone determine the policy, and the browser itself saves downloads.
  static func decideNavigations(_ configuration: inout BridgeConfiguration) -> DownloadList {
    let folder = FileManager.default.temporaryDirectory.appending(path: "SnippetBridge-\(UUID())")
    let downloads = DownloadList(folder: folder.path)
    guard FileManager.default.fileExists(atPath: configuration.root + "/navigation.html") else { return downloads }
    configuration.downloads = downloads.downloads
    if configuration.navigationPolicy == .everything {
      configuration.navigationPolicy = NavigationPolicy(deny: ["denied.example"])
    }
    return downloads
  }
}
