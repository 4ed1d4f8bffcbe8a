import Foundation
import SnippetBridge

/// The toolbar of a browser: the actions of its buttons, and its state. Each page draws the toolbar from the state
/// that Swift sends.
@Exposed
final class Browser {
  enum Fault: String, CodedError {
    case notAnAddress, denied
  }

  private weak let webView: WebView?
  private let policy: NavigationPolicy
  private let log: NavigationLog
  private let downloads: DownloadList
  private var drawing: Task<Void, Never>?

  init(webView: WebView, policy: NavigationPolicy, log: NavigationLog, downloads: DownloadList) {
    self.webView = webView
    self.policy = policy
    self.log = log
    self.downloads = downloads
  }

  deinit {
    drawing?.cancel()
  }

  func goBack() { webView?.navigator.goBack() }
  func goForward() { webView?.navigator.goForward() }
  func reload() { webView?.navigator.reload() }
  func stop() { webView?.navigator.stop() }

  /// Loads an address that the user has typed: an absolute URL, or a path on this server.
  func load(address: String) throws {
    guard let page = webView?.url, let url = URL(string: address, relativeTo: page)?.absoluteURL,
      url.scheme == "http" || url.scheme == "https"
    else { throw Fault.notAnAddress }
    // The navigator does not apply the navigation policy, so this function does.
    let isOwn = url.scheme == page.scheme && url.host() == page.host() && url.port == page.port
    if !isOwn, case .deny(let reason) = policy.decision(for: url) {
      log.add(denied: url.absoluteString, reason: reason.description)
      throw Fault.denied
    }
    webView?.navigator.load(url: url)
  }

  /// Creates a history entry in the page.
  func push(path: String) {
    webView?.navigator.pushState(path: path)
  }

  /// Calls the page's function `showBrowser` immediately, and again after every change, until the user leaves the page.
  func draw() {
    drawing?.cancel()
    guard let webView else { return }
    let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    drawing = Task { [weak webView, log, downloads] in
      await withTaskGroup { group in
        func watch(_ updates: (some AsyncSequence<some Any, Never> & Sendable)?) {
          guard let updates else { return }
          group.addTask { for await _ in updates { change.yield() } }
        }
        watch(webView?.titleUpdates)
        watch(webView?.urlUpdates)
        watch(webView?.estimatedProgressUpdates)
        watch(webView?.loadingStateUpdates)
        watch(webView?.navigator.historyUpdates)
        watch(log.changes.signals)
        watch(downloads.changes.signals)
        if let events = webView?.events {
          group.addTask {
            for await case .navigationDenied(let url, let reason) in events { log.add(denied: url, reason: reason) }
          }
        }
        group.addTask {
          for await _ in changes {
            guard let webView else { return }
            let state = BrowserState(webView, log: log, downloads: downloads)
            // An error means that the user has left the page. The next page calls `draw` itself.
            guard (try? await webView.call("showBrowser", with: [state], returning: Void.self)) != nil else { return }
          }
        }
        await group.next()
        group.cancelAll()
      }
    }
  }
}
