/// Evaluation of scripts in the page. Scripts that are sent before the page is ready wait until then. Scripts and calls
/// keep their order.
extension WebView {
  /// Evaluates a script in the page's global scope. Fails in a page whose Content-Security-Policy forbids `eval`.
  /// - Parameters:
  ///   - limit: the timeout, including the time until the page is ready; nil for none.
  ///   - completionHandler: receives the script's value or the error, in the web view's isolation. If the value is a
  ///     promise, receives the promise's fulfilled value.
  public nonisolated func evaluateJavaScript(
    _ javaScript: String, within limit: Duration? = nil,
    completionHandler: (@Sendable (Any?, (any Error)?) -> Void)? = nil
  ) {
    let serializer = keystone.jsonSerializer
    let isAwaited = completionHandler != nil
    let call = PageCall(self, limit: limit, what: "the script", once: true, isAwaited: isAwaited) { result, _ in
      switch result {
      case .success(let json): completionHandler?(json.flatMap { try? serializer.decodeAny(from: $0) }, nil)
      case .failure(let error): completionHandler?(nil, error)
      }
    }
    evaluate(javaScript, as: call)
  }

  /// Evaluates a script. A newer script with the same key replaces an older one that has not been sent; see
  /// ``call(_:with:replacing:)``. The script's value is ignored.
  /// - Parameter key: the key, shared with ``call(_:with:replacing:)``.
  public nonisolated func evaluateJavaScript(_ javaScript: String, replacing key: String) {
    evaluate(javaScript, as: unawaitedScript(replacing: key))
  }

  /// Evaluates a script in the page's global scope and returns its value. If the value is a promise, returns the
  /// promise's fulfilled value.
  ///
  /// Throws like ``call(_:with:returning:within:)``.
  public nonisolated(nonsending) func evaluateJavaScript<T: Decodable & Sendable>(
    _ javaScript: String, returning type: T.Type, within limit: Duration? = nil
  ) async throws -> T {
    let serializer = keystone.jsonSerializer
    let what = "the script"
    let json = try await wait(limit: limit, what: what, once: true) { self.evaluate(javaScript, as: $0) }
    return try WebView.convert(json, to: T.self, by: serializer, from: what)
  }

  private nonisolated func evaluate(_ script: String, as call: PageCall) {
    let source = JSON(quoting: script)
    perform { $0.ask(call, .script(script), .evaluate(id: call.id, script: source)) }
  }

  fileprivate nonisolated func unawaitedScript(replacing key: String? = nil) -> PageCall {
    PageCall(self, limit: nil, what: "the script", once: true, isAwaited: false, replacing: key)
  }
}

extension Sequence<WebView> {
  /// Evaluates a script in the page of each web view, like ``WebView/evaluateJavaScript(_:within:completionHandler:)``.
  /// The script is encoded once.
  public func evaluateJavaScript(_ javaScript: String) {
    let source = JSON(quoting: javaScript)
    for webView in self {
      let call = webView.unawaitedScript()
      webView.askAtOnce(call, .script(javaScript), .evaluate(id: call.id, script: source))
    }
  }
}
