// The Swift code of docs/guides/moving-from-tws.md.
import SnippetShell

final class NativeHosts: TWSViewInterceptor {
  func handleIntercept(_ intercept: TWSIntercepted) -> Bool {
    switch intercept {
    case .url(let url): url.host() == "native.example.com"  // true: handled natively, the page stays
    case .path(let path): path == "/example"
    }
  }
}

func showShop(in shell: isolated Shell, with navigator: TWSViewNavigator, _ hosts: NativeHosts) {
  let shop = TWSSnippet(id: "shop", target: .at(.path("/shop.html")))
  shell.tabs = [
    Tab(
      "Shop",
      content: .snippet(shop)
        .twsBind(loadingView: { Node.spinner(label: "Loading") })
        .twsBind(errorView: { error in Node.text("An error occurred: \(error)") })
        .twsBind(navigator: navigator)
        .twsBind(interceptor: hosts)
    )
  ]
}
