import CLibwebsockets
import Logging

/// libwebsockets has one log per process; it goes to a logger labelled "libwebsockets", warnings and errors only.
///
/// What libwebsockets calls an error is often a peer's mistake. So its errors are our warnings, and its warnings our
/// debug messages; what matters to us we log ourselves. Peers can cause them at will, so ``MessageLimit`` counts all of
/// them as one message.
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

  /// The line that it logs as an error for each socket that is handed to it, and that means nothing.
  private static let adoption = "adopt_socket_readbuf: calling service"

  static func emit(level: Int32, text: String, to logger: Logger) {
    // All threads share one of its buffers: when two loops log that line at once, one may see only its beginning.
    if adoption.hasPrefix(text) { return }
    logger.log(level: level & Int32(LLL_ERR) != 0 ? .warning : .debug, "libwebsockets", metadata: ["says": "\(text)"])
  }
}
