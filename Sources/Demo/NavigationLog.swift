import Foundation
import SnippetBridge
import Synchronization

/// The decisions about a web view's most recent navigations, for its pages to show.
final class NavigationLog: Sendable {
  struct Entry: Encodable, Sendable {
    enum Decision: String, Encodable {
      case allowed, handled, denied
    }

    /// The URL, or the path of a history entry.
    var target: String
    var decision: Decision
    var reason: String?
  }

  let changes = Signal()
  private let kept = Mutex<[Entry]>([])

  /// The entries, newest last.
  var entries: [Entry] { kept.withLock { $0 } }

  func add(_ intercept: NavigationRequest, isHandled: Bool) {
    let target =
      switch intercept {
      case .url(let url): url.absoluteString
      case .path(let path): path
      }
    add(Entry(target: target, decision: isHandled ? .handled : .allowed))
  }

  /// Records a denied navigation. The policy is evaluated after the interceptor, which has already recorded the
  /// navigation as allowed. The new entry replaces that entry.
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
