import Foundation
import SnippetBridge
import Locks

/// Handles what `handles` says, and keeps what it was asked.
final class RecordingInterceptor: NavigationInterceptor {
  private let asked = Mutex<[Intercepted]>([])
  private let handles: @Sendable (String) -> Bool
  private let asksForFrames: Bool

  init(asksForFrames: Bool = false, _ handles: @escaping @Sendable (String) -> Bool) {
    self.handles = handles
    self.asksForFrames = asksForFrames
  }

  func handleIntercept(_ intercept: Intercepted, in frame: NavigationFrame) -> Bool {
    frame == .main || asksForFrames ? handleIntercept(intercept) : false
  }

  func handleIntercept(_ intercept: Intercepted) -> Bool {
    asked.withLock { $0.append(intercept) }
    return switch intercept {
    case .url(let url): handles(url.path())
    case .path(let path): handles(path)
    }
  }

  /// What it was asked since the last time, without the origin: `url /a?b` or `path /c#d`.
  func takeQuestions() -> [String] {
    let questions = asked.withLock { asked in
      defer { asked = [] }
      return asked
    }
    return questions.map { intercept in
      switch intercept {
      case .url(let url):
        "url " + url.path() + (url.query().map { "?\($0)" } ?? "") + (url.fragment().map { "#\($0)" } ?? "")
      case .path(let path): "path " + path
      }
    }
  }
}
