/// The last message to a document on a socket.
struct Bye {
  /// The wire message, which contains only the line `bye`.
  let message: [UInt8]
  /// The WebSocket close code and its reason.
  let code: UInt16
  let reason: String

  init(_ reason: String, _ message: String, code: UInt16) {
    self.reason = reason
    self.code = code
    // Encoding two strings cannot fail.
    let json = (try? JSONSerializer().encode(["reason": reason, "message": message])) ?? "{}"
    self.message = ServerLine.message(of: [.bye(json)])
  }

  static let shutDown = Bye("shutdown", "The server is shutting down.", code: 1001)
  /// The `bye` for a document that must reload, because every attempt to reconnect with the same hello would fail.
  static let unknown = Bye(
    "gone", "The document was replaced, or it acknowledged messages that were never sent.", code: 1008)
  static let closed = Bye("gone", "The program has closed this web view.", code: 1001)
  static let reload = Bye("gone", "The program reloads the page.", code: 1001)
  static let tooSlow = Bye("gone", "The page reads too slowly.", code: 1013)

  /// Sends the `bye` line on the channel, and closes the channel.
  func say(on channel: any DocumentChannel) {
    channel.send(message)
    channel.close(code: code, reason: reason)
  }
}
