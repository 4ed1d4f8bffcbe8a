import DSBridge

/// Has Swift call functions of the page, and tells the page what came of it.
@Exposed
final class CallsToPage {
  // The web view owns its interfaces, so they must not own it.
  private weak let webView: WebView?
  private let record = Record<Outcome>()

  init(webView: WebView) {
    self.webView = webView
  }

  /// Gives the outcome of one call.
  func call(_ call: PageCall, completion: @escaping @Sendable (Outcome) -> Void) {
    Task.immediate { [weak webView] in await completion(outcome(of: call, in: webView)) }
  }

  /// Calls without waiting; ``outcomes()`` has what came of it, also for the page that follows.
  func start(_ call: PageCall) {
    Task.immediate { [weak webView, record] in await record.append(outcome(of: call, in: webView)) }
  }

  /// Calls without waiting; ``outcomes()`` has each value that the page's function gives.
  func collect(_ call: PageCall) {
    webView?.call(call.name, with: call.arguments ?? [], thatReturns: JSON.self) { [record] result in
      switch result {
      case .success(let value): record.append(Outcome(value: value))
      case .failure(let error): record.append(Outcome(error: error))
      }
    }
  }

  func outcomes() -> [Outcome] { record.elements }

  /// Waits for the page, which waits for this function.
  nonisolated(nonsending) func waitForPage(_ call: PageCall) async throws -> JSON {
    guard let webView else { return "null" }
    return try await webView.call(call.name, with: call.arguments ?? [], returning: JSON.self)
  }

  /// Whether the page has a function of this name.
  func has(_ name: String, completion: @escaping @Sendable (Bool) -> Void) {
    webView?.hasJavaScriptMethod(named: name, completion: completion)
  }

  /// Calls the page's `arrived` with 0, 1, 2, … in one go.
  func burst(_ count: Int) {
    for number in 0..<count { webView?.call("arrived", with: [number]) }
  }

  /// Evaluates each as a script of its own.
  func evaluate(_ scripts: [String]) {
    for script in scripts {
      webView?.evaluateJavaScript(script) { [record] value, error in
        record.append(error.map(Outcome.init(error:)) ?? Outcome(value: "\"evaluated\""))
      }
    }
  }
}

// In the caller's isolation: calls leave in the order they were asked for.
private nonisolated(nonsending) func outcome(of call: PageCall, in webView: WebView?) async -> Outcome {
  guard let webView else { return Outcome(error: BridgeError(.pageGone, "There is no web view.")) }
  do {
    return Outcome(value: try await webView.call(call.name, with: call.arguments ?? [], returning: JSON.self))
  } catch {
    return Outcome(error: error)
  }
}
