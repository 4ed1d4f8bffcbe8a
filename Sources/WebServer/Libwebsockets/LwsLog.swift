import CLibwebsockets
import Logging

/// libwebsockets has one log per process; it goes to a logger labelled "libwebsockets", warnings and errors only.
///
/// What libwebsockets calls an error is often a peer's mistake, so its errors are our warnings, and its warnings our
/// debug messages: what matters to us we log ourselves. A peer can cause them at will: all together they are one
/// message to ``MessageLimit``.
enum LwsLog {
  static func install() { _ = installed }

  private static let logger = sparing(Logger(label: "libwebsockets"))

  static func sparing(_ logger: Logger) -> Logger {
    var logger = logger
    logger.handler = SparingLogHandler(logger.handler)
    return logger
  }

  // A static: once per process.
  private static let installed: Bool = {
    lws_set_log_level(Int32(LLL_ERR | LLL_WARN)) { level, line in
      guard let line else { return }
      let text = String(cString: line)
      LwsLog.emit(level: level, text: text.hasSuffix("\n") ? String(text.dropLast()) : text, to: logger)
    }
    return true
  }()

  /// What it says each time a socket is handed to it, as an error, and means nothing by.
  private static let adoption = "adopt_socket_readbuf: calling service"

  static func emit(level: Int32, text: String, to logger: Logger) {
    // All threads write into one buffer of its: of two loops that say it at once, one may see only the beginning.
    if adoption.hasPrefix(text) { return }
    logger.log(level: level & Int32(LLL_ERR) != 0 ? .warning : .debug, "libwebsockets", metadata: ["says": "\(text)"])
  }
}
