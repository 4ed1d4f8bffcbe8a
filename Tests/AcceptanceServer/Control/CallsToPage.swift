import DSBridge

/// An interface that calls functions of the page and reports the outcomes to the page.
@Exposed
final class CallsToPage {
  // Weak, because the web view owns its interfaces.
  private weak let webView: WebView?
  private let record = Record<Outcome>()

  init(webView: WebView) {
    self.webView = webView
  }

  /// Calls a page function and returns the outcome.
  func call(_ call: PageCall, completion: @escaping @Sendable (Outcome) -> Void) {
    Task.immediate { [weak webView] in await completion(outcome(of: call, in: webView)) }
  }

  /// Calls a page function without waiting. ``outcomes()`` later returns the outcome, even if a new page has loaded.
  func start(_ call: PageCall) {
    Task.immediate { [weak webView, record] in await record.append(outcome(of: call, in: webView)) }
  }

  /// Calls a page function without waiting. ``outcomes()`` later returns each value that the page function has
  /// returned.
  func collect(_ call: PageCall) {
    webView?.call(call.name, with: call.arguments ?? [], thatReturns: JSON.self) { [record] result in
      switch result {
      case .success(let value): record.append(Outcome(value: value))
      case .failure(let error): record.append(Outcome(error: error))
      }
    }
  }

  func outcomes() -> [Outcome] { record.elements }

  /// Calls a page function and returns its result. A blocking call of this function fails, because the page and this
  /// function would wait for each other.
  nonisolated(nonsending) func waitForPage(_ call: PageCall) async throws -> JSON {
    guard let webView else { return "null" }
    return try await webView.call(call.name, with: call.arguments ?? [], returning: JSON.self)
  }

  /// Returns whether the page has a function with this name.
  func has(_ name: String, completion: @escaping @Sendable (Bool) -> Void) {
    webView?.hasJavaScriptMethod(named: name, completion: completion)
  }

  /// Calls the page function `arrived` with 0, 1, 2, …, without waiting for the results.
  func burst(_ count: Int) {
    for number in 0..<count { webView?.call("arrived", with: [number]) }
  }

  /// Evaluates each text as a separate script.
  func evaluate(_ scripts: [String]) {
    for script in scripts {
      webView?.evaluateJavaScript(script) { [record] value, error in
        record.append(error.map(Outcome.init(error:)) ?? Outcome(value: "\"evaluated\""))
      }
    }
  }
}

// Runs in the caller's isolation, so that calls are sent in the order in which the page requested them.
private nonisolated(nonsending) func outcome(of call: PageCall, in webView: WebView?) async -> Outcome {
  guard let webView else { return Outcome(error: BridgeError(.pageGone, "There is no web view.")) }
  do {
    return Outcome(value: try await webView.call(call.name, with: call.arguments ?? [], returning: JSON.self))
  } catch {
    return Outcome(error: error)
  }
}
