import Foundation
import SnippetBridge
import Synchronization

/// What was decided about a web view's last navigations, for its pages to show.
final class NavigationLog: Sendable {
  struct Entry: Encodable, Sendable {
    enum Decision: String, Encodable {
      case allowed, handled, denied
    }

    /// An address, or the path of a history entry.
    var target: String
    var decision: Decision
    var reason: String?
  }

  let changes = Signal()
  private let kept = Mutex<[Entry]>([])

  /// The newest last.
  var entries: [Entry] { kept.withLock { $0 } }

  func add(_ intercept: Intercepted, isHandled: Bool) {
    let target =
      switch intercept {
      case .url(let url): url.absoluteString
      case .path(let path): path
      }
    add(Entry(target: target, decision: isHandled ? .handled : .allowed))
  }

  /// The policy is asked after the interceptor, so its word replaces the interceptor's.
  func add(denied target: String, reason: String) {
    add(Entry(target: target, decision: .denied, reason: reason))
  }

  private func add(_ entry: Entry) {
    kept.withLock { kept in
      if entry.decision == .denied, kept.last?.target == entry.target, kept.last?.decision == .allowed {
        kept.removeLast()
      }
      kept = kept.suffix(11) + [entry]
    }
    changes.send()
  }
}
