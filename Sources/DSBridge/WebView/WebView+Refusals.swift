import Logging

/// What a page may not do however it calls. The page is told each time; the log has one line for each document.
extension WebView {
  /// Throws a ``BridgeError`` of code `tooLarge` or `malformed` for a call over a limit.
  /// `isOpen`: the call is among those of the inbox.
  func checkLimits(of name: String, _ json: JSON, isOpen: Bool) throws(BridgeError) {
    guard hasRoom(isOpen: isOpen) else {
      throw refusal(.tooLarge, "More than \(limits.maximumRunningCalls) calls of this page are running.")
    }
    guard name.utf8.count <= limits.maximumMethodNameSize else {
      throw refusal(.tooLarge, "The method's name is longer than \(limits.maximumMethodNameSize) bytes.")
    }
    try checkDepth(of: json)
  }

  /// Whether one more call may run. The same for a call that returns its result as for the next one.
  func hasRoom(isOpen: Bool) -> Bool {
    // Most are in more than one. Only the last counts a function that answers later to a callback, or to nobody any
    // more.
    let open = (document?.inbox.openCalls ?? 0) - (isOpen ? 1 : 0)
    return max(open, running.count, document?.responders.count ?? 0) < limits.maximumRunningCalls
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
    if document?.isOverLimit == false {
      logger.warning("a page is over a limit", metadata: ["reason": "\(message)"])
      document?.isOverLimit = true
    }
    return BridgeError(code, message)
  }
}
