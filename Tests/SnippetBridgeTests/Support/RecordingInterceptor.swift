import DSBridgeLocks
import Foundation
import SnippetBridge

/// An interceptor that records the questions. A closure makes the decisions.
final class RecordingInterceptor: NavigationInterceptor {
  private let asked = Mutex<[NavigationRequest]>([])
  private let handles: @Sendable (String) -> Bool
  private let asksForIframes: Bool

  init(asksForIframes: Bool = false, _ handles: @escaping @Sendable (String) -> Bool) {
    self.handles = handles
    self.asksForIframes = asksForIframes
  }

  func handleIntercept(_ intercept: NavigationRequest, in frame: NavigationFrame) -> Bool {
    frame == .main || asksForIframes ? handleIntercept(intercept) : false
  }

  func handleIntercept(_ intercept: NavigationRequest) -> Bool {
    asked.withLock { $0.append(intercept) }
    return switch intercept {
    case .url(let url): handles(url.path())
    case .path(let path): handles(path)
    }
  }

  /// Returns the questions since the last call, without the origin: `url /a?b` or `path /c#d`.
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
