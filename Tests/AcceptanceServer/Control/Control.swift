import DSBridge
import Foundation

/// An interface by which a page changes and reads state on the Swift side.
@Exposed
final class Control {
  private weak let webView: WebView?
  private let closings = Record<String>()
  private var notes: [Int] = []

  init(webView: WebView) {
    self.webView = webView
  }

  /// Answers with 1. A page calls this function to check that it is connected.
  func beat(callback: (Int) -> Void) { callback(1) }

  /// Stores a number, which ``noted()`` returns.
  func note(_ number: Int) { notes.append(number) }

  /// Returns the numbers that ``note(_:)`` has stored, in the order of the calls.
  func noted() -> [Int] { notes }

  func webViewID() -> String? { webView?.id }

  /// Starts counting the page's calls to `window.close()`.
  func listenForClosing() {
    webView?.dismissalHandler = { [closings] in closings.append("closed") }
  }

  func timesClosed() -> Int { closings.elements.count }

  /// Returns the last value that the page passed to `disableJavascriptDialogBlock`.
  func disablesDialogBlock() -> Bool? { webView?.disablesJavaScriptDialogBlock }

  /// Adds an interface with the namespace `added`.
  func add(_ text: String) { webView?.addInterface(Added(text: text), by: "added") }

  func remove() { webView?.removeInterface(by: "added") }

  /// Adds and removes `added` from other threads, `count` times each.
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

  /// Adds the interfaces of the DSBridge demo pages. They replace the interface without a namespace.
  func showDemo() {
    webView?.addInterface(JsApi(), by: nil)
    webView?.addInterface(Echo(), by: "echo")
    webView?.addInterface(SwiftApi(), by: "swift")
  }
}
