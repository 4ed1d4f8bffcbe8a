import Logging
import SnippetBridgeCLibwebsockets

/// Forwards the process-wide log of libwebsockets to a logger labelled "libwebsockets", warnings and errors only.
///
/// Most errors of libwebsockets are mistakes of a peer. Its errors are therefore logged as warnings, and its warnings
/// as debug messages; the server itself logs all important events. Peers can cause such messages at will, so
/// ``MessageLimit`` counts all of them as one message.
enum LwsLog {
  static func install() { _ = installed }

  private static let logger = sparing(Logger(label: "libwebsockets"))

  static func sparing(_ logger: Logger) -> Logger {
    var logger = logger
    logger.handler = SparingLogHandler(logger.handler)
    return logger
  }

  // A static property is initialized once per process.
  private static let installed: Bool = {
    lws_set_log_level(Int32(LLL_ERR | LLL_WARN)) { level, line in
      guard let line else { return }
      let text = String(cString: line)
      LwsLog.emit(level: level, text: text.hasSuffix("\n") ? String(text.dropLast()) : text, to: logger)
    }
    return true
  }()

  /// The meaningless line that libwebsockets logs as an error for each adopted socket.
  private static let adoption = "adopt_socket_readbuf: calling service"

  static func emit(level: Int32, text: String, to logger: Logger) {
    // All threads share one log buffer of libwebsockets. If two loops log this line at once, one of them may see only
    // its beginning.
    if adoption.hasPrefix(text) { return }
    logger.log(level: level & Int32(LLL_ERR) != 0 ? .warning : .debug, "libwebsockets", metadata: ["says": "\(text)"])
  }
}
