import SnippetBridge

/// Adds the interfaces to a new web view. Called once for each browser tab. The namespace precedes a function's name
/// in the page.
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
