public import DSBridge
import DSBridgeLocks

extension WebView {
  /// Sets the interceptor for the navigations of this web view. With `nil`, the server's own interceptor is asked, if
  /// there is one.
  public nonisolated func bind(interceptor: (any NavigationInterceptor)?) {
    rebind { $0.interceptor = interceptor }
  }

  nonisolated func inherit(_ interceptor: (any NavigationInterceptor)?) {
    rebind { $0.inherited = interceptor }
  }

  /// The interceptor to ask: the web view's own, or else the server's.
  nonisolated var interceptor: (any NavigationInterceptor)? {
    hosted.state.withLock { $0.interceptor ?? $0.inherited }
  }

  private nonisolated func rebind(_ change: (inout HostedWebView.State) -> Void) {
    let old = hosted.state.withLock { state in
      let old = state
      change(&state)
      return old
    }
    // Frees the old interceptor outside of the lock, because its deinitializer may run program code.
    _ = old
    setIntercepting(questions)
  }

  /// The navigations that the page must ask about before it starts them.
  nonisolated var questions: NavigationQuestions {
    if interceptor != nil { return .all }
    if hosted.state.withLock({ $0.isPlaced }) { return .documents }
    if decidingDelegate != nil { return .documents }
    let hasPolicy = hosted.registry.map { !$0.policy.value.allowsEverything } ?? false
    return hasPolicy ? .documents : .none
  }
}
