import Logging

/// What a page may not do however it calls. The page is told each time; the log has one line for each document.
extension WebView {
  /// Throws a ``BridgeError`` of code `tooLarge` or `malformed` for a call over a limit.
  /// `isCounted`: the call is among those that run already.
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
        The method's name has \(name.utf8.count) bytes; at most \(limits.maximumMethodNameSize) are taken \
        (webViews.maximumMethodNameSize).
        """)
    }
    try checkDepth(of: json)
  }

  /// Whether one more call may run. The same for a call that returns its result as for the next one.
  func hasRoom(isCounted: Bool) -> Bool {
    ledger.running - (isCounted ? 1 : 0) < limits.maximumRunningCalls
  }

  /// Whether the JSON is nested deeper than is allowed, which may be less than the reader takes.
  func isTooDeep(_ json: JSON) -> Bool {
    limits.maximumJSONDepth < JSONReader.depthLimit && json.isNested(deeperThan: limits.maximumJSONDepth)
  }

  /// Throws a ``BridgeError`` of code `malformed` for what the reader would take and the limit does not.
  func checkDepth(of json: JSON) throws(BridgeError) {
    guard isTooDeep(json) else { return }
    throw refusal(.malformed, "The JSON is malformed: values are nested deeper than \(limits.maximumJSONDepth) levels.")
  }

  private func refusal(_ code: BridgeError.Code, _ message: String) -> BridgeError {
    if let document, !document.isOverLimit {
      logger.warning("a page is over a limit", metadata: ["reason": "\(message)"])
      document.isOverLimit = true
    }
    return BridgeError(code, message)
  }
}
