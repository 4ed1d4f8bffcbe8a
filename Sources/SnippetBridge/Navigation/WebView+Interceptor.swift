public import DSBridge
import Locks

extension WebView {
  /// Asks `interceptor` about the navigations of this web view from now on; nil leaves them to the server's own, if it
  /// has one.
  public nonisolated func bind(interceptor: (any NavigationInterceptor)?) {
    rebind { $0.interceptor = interceptor }
  }

  nonisolated func inherit(_ interceptor: (any NavigationInterceptor)?) {
    rebind { $0.inherited = interceptor }
  }

  /// The one to ask.
  nonisolated var interceptor: (any NavigationInterceptor)? {
    hosted.state.withLock { $0.interceptor ?? $0.inherited }
  }

  private nonisolated func rebind(_ change: (inout HostedWebView.State) -> Void) {
    let old = hosted.state.withLock { state in
      let old = state
      change(&state)
      return old
    }
    // Freed here, outside of the lock: the end of an interceptor may be code of the program.
    _ = old
    setIntercepting(questions)
  }

  /// What its page has to ask about before it navigates.
  nonisolated var questions: NavigationQuestions {
    if interceptor != nil { return .all }
    if hosted.state.withLock({ $0.isPlaced }) { return .documents }
    let hasPolicy = hosted.registry.map { !$0.configuration.navigationPolicy.allowsEverything } ?? false
    return hasPolicy ? .documents : .none
  }
}
