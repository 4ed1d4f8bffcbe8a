import Foundation
import SnippetBridge

// The code of docs/guides/navigation.md.

final class NativeLinks: NavigationInterceptor {
  func handleIntercept(_ intercept: NavigationRequest) -> Bool {
    switch intercept {
    case .url(let url): url.scheme == "tel" || url.path().hasPrefix("/native/")  // true: handled here, the page stays
    case .path(let path): path == "/example"  // true: the history entry is not made
    }
  }
}

func bindInterceptor(_ webView: WebView) {
  webView.bind(interceptor: NativeLinks())
}

@MainActor final class Screens: AsyncNavigationInterceptor {
  private var count = 0

  func handleIntercept(_ intercept: NavigationRequest) -> Bool {  // or async
    count += 1
    return intercept == .path("/example")
  }
}

func bindIsolatedInterceptor(_ webView: WebView) {
  webView.bind { intercept, webView in  // in the isolation of the web view that navigates
    intercept == .path("/example") && webView.isConnected
  }
}

func kioskConfiguration() -> BridgeConfiguration {
  var configuration = BridgeConfiguration()
  configuration.navigationPolicy = NavigationPolicy(
    allow: ["apple.com", "https://shop.example:8443/checkout", "tel:"], deny: ["ads.apple.com"])
  return configuration
}

final class Allowlist: NavigationDelegate {
  func webView(_ webView: WebView, decidePolicyFor action: NavigationAction) async -> NavigationActionPolicy {
    // A form is never sent to another server. Everything else is left to the policy.
    let isElsewhere = action.request.url?.host() != webView.url?.host()
    return action.navigationType == .formSubmitted && isElsewhere ? .cancel : .allow
  }
}

func configurationWithDelegate() -> BridgeConfiguration {
  var configuration = BridgeConfiguration()
  configuration.navigationDelegate = Allowlist()  // or webView.navigationDelegate, for one web view
  return configuration
}

func allow(_ lines: [String], on server: BridgeServer) {
  do {
    server.navigationPolicy = try NavigationPolicy(parsing: lines)
  } catch {
    print("The policy is unchanged:", error)
  }
}

func watch(_ webView: WebView) async {
  print(webView.title, webView.url as Any, webView.isLoading, webView.estimatedProgress)
  for await state in webView.loadingStateUpdates {
    switch state {
    case .idle: break
    case .loading(let progress): print("loading", progress)
    case .loaded: print("there:", webView.title)
    case .failed(let error): print("failed:", error)
    }
  }
}

func drive(_ webView: WebView) {
  let navigator = webView.navigator
  if navigator.canGoBack { navigator.goBack() }
  if let next = URL(string: "/next.html", relativeTo: webView.url) { navigator.load(url: next) }
  navigator.pushState(path: "/orders/7")  // the page's router is informed
  navigator.reload()
}

func configurationWithDownloads() -> BridgeConfiguration {
  var configuration = BridgeConfiguration()
  configuration.downloads = Downloads(
    folder: "Downloads",
    completed: { state, webView in
      switch state {
      case .completed(let info): print("saved", info.downloadedLocation)
      case .failed(let error): print("not saved:", error)
      }
    },
    started: { download, webView in print("saving", download.suggestedName) })
  return configuration
}
