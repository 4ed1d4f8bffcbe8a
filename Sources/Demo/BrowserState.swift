import Foundation
import SnippetBridge

/// The state that a page shows in its toolbar: the properties of its web view, the recent navigation decisions, and the
/// downloads.
struct BrowserState: Encodable {
  var title: String
  var url: String?
  /// The progress of loading, from 0 to 1.
  var progress: Double
  /// The loading state: `idle`, `loading`, `loaded` or `failed`.
  var loading: String
  /// The reason for a failure.
  var reason: String?
  var canGoBack: Bool
  var canGoForward: Bool
  var decisions: [NavigationLog.Entry]
  var downloads: [DownloadList.Entry]
  var files: [DownloadList.File]

  init(_ webView: WebView, log: NavigationLog, downloads list: DownloadList) {
    title = webView.title
    url = webView.url?.absoluteString
    progress = webView.estimatedProgress
    (loading, reason) =
      switch webView.loadingState {
      case .idle: ("idle", nil)
      case .loading: ("loading", nil)
      case .loaded: ("loaded", nil)
      case .failed(let error): ("failed", "\(error)")
      }
    canGoBack = webView.navigator.canGoBack
    canGoForward = webView.navigator.canGoForward
    decisions = log.entries
    downloads = list.entries(of: webView.id)
    files = list.files
  }
}
