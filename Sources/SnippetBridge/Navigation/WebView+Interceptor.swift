extension WebView {
  private struct Binding: Sendable {
    var interceptor: (any NavigationInterceptor)?
    /// The server's interceptor, which is asked where the web view has none.
    var inherited: (any NavigationInterceptor)?
  }

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
    let binding = attachment(Binding.self)
    return binding?.interceptor ?? binding?.inherited
  }

  private nonisolated func rebind(_ change: (inout Binding) -> Void) {
    changeAttachment(Binding(), change)
    setIntercepting(interceptor != nil)
  }
}
