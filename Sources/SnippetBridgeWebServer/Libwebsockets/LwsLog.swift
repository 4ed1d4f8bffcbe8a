import Logging
import SnippetBridgeCLibwebsockets

/// The forwarding of warnings and errors from libwebsockets' process-wide log to a logger with the label
/// "libwebsockets".
///
/// Most errors in libwebsockets are caused by peers. Errors are therefore logged as warnings, and warnings as debug
/// messages; the server itself logs all important events. Peers can cause any number of such messages, so
/// ``MessageLimit`` counts all of them as the same message.
enum LwsLog {
  private static let logger = sparing(Logger(label: "libwebsockets"))

  static func sparing(_ logger: Logger) -> Logger {
    var logger = logger
    logger.handler = SparingLogHandler(logger.handler)
    return logger
  }

  /// The installation of the forwarding, which runs when this property is first read, once per process.
  static let installed: Void = lws_set_log_level(Int32(LLL_ERR | LLL_WARN)) { level, line in
    guard let line else { return }
    let text = String(cString: line)
    LwsLog.emit(level: level, text: text.hasSuffix("\n") ? String(text.dropLast()) : text, to: logger)
  }

  /// The line that libwebsockets logs as an error for each adopted socket, although nothing has failed.
  private static let adoption = "adopt_socket_readbuf: calling service"

  static func emit(level: Int32, text: String, to logger: Logger) {
    // All threads share libwebsockets' log buffer. If two loops log this line at the same time, one of them may see
    // only the beginning of the line. Each beginning of the line is therefore ignored too.
    if adoption.hasPrefix(text) { return }
    logger.log(level: level & Int32(LLL_ERR) != 0 ? .warning : .debug, "libwebsockets", metadata: ["says": "\(text)"])
  }
}
