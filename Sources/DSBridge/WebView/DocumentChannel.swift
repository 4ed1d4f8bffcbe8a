/// How a web view reaches its document: one socket of it, or a double in memory. Called from the web view's isolation; must not block.
package protocol DocumentChannel: AnyObject, Sendable {
  /// Sends one frame, after those sent before.
  func send(_ frame: [UInt8])
  /// Ends the connection with a WebSocket close code, after what was sent.
  func close(code: UInt16, reason: String)
}
