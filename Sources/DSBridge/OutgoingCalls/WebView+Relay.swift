/// Calls to page functions whose arguments are already encoded, because another process has made the call.
extension WebView {
  /// Calls a function of the page. Returns the call's number, with which ``forgetRelayed(_:)`` cancels it.
  /// - Parameter completion: A closure that receives each value, or one failure, in the web view's isolation.
  package nonisolated func relay(
    _ method: String, _ arguments: JSON, within limit: Duration?,
    completion: @escaping @Sendable (_ result: Result<JSON?, BridgeError>, _ isLast: Bool) -> Void
  ) -> Int {
    let call = PageCall(self, limit: limit, what: method) { result, isLast in
      completion(result.map { $0?.detached }.mapError { BridgeError(wrapping: $0) }, isLast)
    }
    enqueue { webView in
      webView.ask(
        call, .invocation(method: method, arguments: arguments), .invoke(id: call.id, method: method, arguments))
    }
    return call.id
  }

  /// Cancels a call. The call's completion is no longer called. If the call was not sent yet, it is never sent.
  package nonisolated func forgetRelayed(_ id: Int) {
    enqueue { $0.forget(id) }
  }
}

extension Sequence<WebView> {
  /// Calls a function in each page. The results are ignored.
  package func relay(_ method: String, _ arguments: JSON) {
    for webView in self {
      let call = PageCall(webView, limit: nil, what: method, isAwaited: false)
      webView.askAtOnce(
        call, .invocation(method: method, arguments: arguments), .invoke(id: call.id, method: method, arguments))
    }
  }
}
