import SnippetBridge
import Synchronization

/// The browser sessions in which the staff's code was entered.
package final class Staff: Sendable {
  private let sessions = Mutex<Set<String>>([])

  package init() {}

  func admit(_ client: WebViewClient) {
    sessions.withLock { _ = $0.insert(client.session) }
  }

  func has(_ client: WebViewClient?) -> Bool {
    guard let client else { return false }
    return sessions.withLock { $0.contains(client.session) }
  }
}

@Exposed
final class Entrance {
  private weak let webView: WebView?
  private let staff: Staff

  init(of webView: WebView, for staff: Staff) {
    self.webView = webView
    self.staff = staff
  }

  func enter(code: String) -> Bool {
    guard code == "1234", let client = webView?.client else { return false }
    staff.admit(client)
    return true
  }
}

/// An interface that ``Gatekeeper`` allows for the staff only.
@Exposed
struct Safe {
  func open() -> String { "open" }
}
