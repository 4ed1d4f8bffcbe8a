import Logging

/// The limits for all calls from a page. Each call that exceeds a limit fails with an error. This is logged once per
/// document.
extension WebView {
  /// Throws a ``BridgeError`` of code `tooLarge` or `malformed` for a call over a limit.
  /// - Parameter isCounted: whether the call is already counted as running.
  func checkLimits(of name: String, _ json: JSON, isCounted: Bool) throws(BridgeError) {
    guard hasRoom(isCounted: isCounted) else {
      throw refusal(
        .tooLarge,
        "More than \(limits.maximumRunningCalls) calls of this page are running (webViews.maximumRunningCalls).")
    }
    guard name.utf8.count <= limits.maximumMethodNameSize else {
      throw refusal(
        .tooLarge,
        """
        The method's name has \(name.utf8.count) bytes. The limit is \(limits.maximumMethodNameSize) bytes \
        (webViews.maximumMethodNameSize).
        """)
    }
    try checkDepth(of: json)
  }

  /// Returns whether one more call may run. The limit also applies to a call that returns its result immediately.
  func hasRoom(isCounted: Bool) -> Bool {
    ledger.withCalls { $0.running } - (isCounted ? 1 : 0) < limits.maximumRunningCalls
  }

  /// Returns whether the JSON is nested deeper than ``Limits/maximumJSONDepth``. Always returns false if this limit
  /// equals that of ``JSONReader``, which then reports the error itself.
  func isTooDeep(_ json: JSON) -> Bool {
    limits.maximumJSONDepth < JSONReader.depthLimit && json.isNested(deeperThan: limits.maximumJSONDepth)
  }

  /// Throws a ``BridgeError`` of code `malformed` for JSON that exceeds the web view's depth limit but not the limit of
  /// ``JSONReader``.
  func checkDepth(of json: JSON) throws(BridgeError) {
    guard isTooDeep(json) else { return }
    throw refusal(.malformed, "The JSON is malformed: values are nested deeper than \(limits.maximumJSONDepth) levels.")
  }

  private func refusal(_ code: BridgeError.Code, _ message: String) -> BridgeError {
    if let document, !document.isOverLimit {
      logger.warning("a page exceeded a limit", metadata: ["reason": "\(message)"])
      document.isOverLimit = true
    }
    return BridgeError(code, message)
  }
}
