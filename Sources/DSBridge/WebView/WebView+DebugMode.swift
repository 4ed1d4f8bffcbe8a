import DSBridgeLocks
import DSBridgeText
import Logging

/// The debug mode, which corresponds to `setDebugMode` in DSBridge for iOS.
extension WebView {
  /// A Boolean value that indicates whether each call in either direction is logged in one line, with its arguments and
  /// its result; `false` by default. Can be used on any thread.
  ///
  ///     page calls shop.price {"room":"garden"} = 96 (0.4 ms)
  ///     Swift calls show [["cart"]] = null (3.1 ms)
  ///
  /// The lines have the level `info`. Arguments and results may contain personal data, so they are logged only in debug
  /// mode.
  public nonisolated var isInDebugMode: Bool {
    get { debugMode.load(ordering: .relaxed) }
    set { debugMode.store(newValue, ordering: .relaxed) }
  }

  /// A call that is logged when it ends.
  struct CallTrace: Sendable {
    /// The caller, the function and its arguments.
    let text: String
    let start: Duration

    /// The maximum size of the arguments, and of the result, in a log line, in bytes.
    fileprivate static let longestText = 400
  }

  /// Returns a trace for a call that begins now, or nil unless the web view is in debug mode.
  nonisolated func trace(_ caller: StaticString, _ name: String, _ arguments: JSON) -> CallTrace? {
    guard isInDebugMode else { return nil }
    return CallTrace(
      text: "\(caller) calls \(name.cut(toBytes: CallTrace.longestText)) \(Self.shown(arguments))", start: scheduler.now
    )
  }

  /// Returns a trace for a call to a page function or for a script; nil for other evaluations.
  func trace(of content: Evaluation.Content) -> CallTrace? {
    switch content {
    case .invocation(let method, let arguments): trace("Swift", method, arguments)
    case .script(let script): trace("Swift", "eval", JSON(quoting: script))
    case .callback, .failure, .answer: nil
    }
  }

  /// Logs a value of a call, or its end.
  nonisolated func log(_ trace: CallTrace, _ result: Result<JSON?, any Error>, isLast: Bool) {
    let time = ((scheduler.now - trace.start) / .milliseconds(0.1)).rounded() / 10
    let outcome =
      switch result {
      case .success(let json): "= \(json.map(Self.shown) ?? "undefined")"
      case .failure(let error): "failed: \(error)"
      }
    logger.info("\(trace.text) \(outcome)\(isLast ? "" : ", more follow") (\(time) ms)")
  }

  private static func shown(_ json: JSON) -> String {
    let text = String(peer: json.bytes)
    let shown = text.cut(toBytes: CallTrace.longestText)
    return shown.utf8.count < text.utf8.count ? shown + "…" : shown
  }
}
