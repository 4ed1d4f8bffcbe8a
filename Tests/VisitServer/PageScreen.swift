import DSBridge
import Foundation
import SnippetShell
import SnippetVisits

/// A screen that shows the page of a session, without anything else.
///
/// Safe to send: all members are used in the shell's isolation.
final class PageScreen: Visitable, @unchecked Sendable {
  let visitableViewController = ViewController()
  weak var visitableDelegate: (any VisitableDelegate)?
  let visitableView = VisitableView()
  let initialVisitableURL: URL
  var currentVisitableURL: URL { visitableView.url ?? initialVisitableURL }
  var screen: ScreenID?
  private weak var shell: Shell?

  init(_ url: URL, in shell: Shell) {
    initialVisitableURL = url
    self.shell = shell
  }

  func visitableDidRender() {
    update(title: visitableView.title, url: visitableView.url, state: .loaded)
  }
  func showVisitableActivityIndicator() { update(state: .loading(progress: 0.1)) }
  func hideVisitableActivityIndicator() { update(state: .loaded) }
  func visitableDidActivateWebView(_ webView: WebView) {}
  func visitableWillDeactivateWebView() {}
  func visitableDidDeactivateWebView() {}

  func fail(_ error: HotwireNativeError, retry: @escaping @Sendable () async -> Void) {
    update(state: .failed(error), retry: retry)
  }

  private func update(
    title: String? = nil, url: URL? = nil, state: LoadingState? = nil, retry: (@Sendable () async -> Void)? = nil
  ) {
    guard let screen else { return }
    // Safe: sessions call their screens in the shell's isolation.
    shell?.assumeIsolated { $0.update(screen, title: title, url: url, state: state, retry: retry) }
  }
}
