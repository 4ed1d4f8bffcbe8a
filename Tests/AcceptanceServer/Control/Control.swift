import DSBridge
import Foundation

/// What a page changes on the Swift side, and learns of it.
@Exposed
final class Control {
  private weak let webView: WebView?
  private let closings = Record<String>()
  private var notes: [Int] = []

  init(webView: WebView) {
    self.webView = webView
  }

  /// Answers, which shows that the page is connected.
  func beat(callback: (Int) -> Void) { callback(1) }

  /// Keeps the number.
  func note(_ number: Int) { notes.append(number) }

  /// The numbers that were kept, in their order.
  func noted() -> [Int] { notes }

  func webViewID() -> String? { webView?.id }

  /// From now on `window.close()` is heard.
  func listenForClosing() {
    webView?.dismissalHandler = { [closings] in closings.append("closed") }
  }

  func timesClosed() -> Int { closings.elements.count }

  /// What the page last asked for with `disableJavascriptDialogBlock`.
  func disablesDialogBlock() -> Bool? { webView?.disablesJavaScriptDialogBlock }

  /// Puts an interface under the namespace `added`.
  func add(_ text: String) { webView?.addInterface(Added(text: text), by: "added") }

  func remove() { webView?.removeInterface(by: "added") }

  /// Adds and removes `added` from threads of its own, so many times.
  func churn(_ count: Int) {
    for _ in 0..<2 {
      DispatchQueue.global().async { [weak webView] in
        for number in 0..<count {
          webView?.addInterface(Added(text: String(number)), by: "added")
          webView?.removeInterface(by: "added")
        }
        webView?.addInterface(Added(text: "at last"), by: "added")
      }
    }
  }

  /// From now on the interfaces are those of the DSBridge demo pages.
  func showDemo() {
    webView?.addInterface(JsApi(), by: nil)
    webView?.addInterface(Echo(), by: "echo")
    webView?.addInterface(SwiftApi(), by: "swift")
  }
}
