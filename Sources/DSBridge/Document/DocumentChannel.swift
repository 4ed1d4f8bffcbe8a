/// How a web view reaches its document: one socket of it, or a double in memory. Called from the web view's isolation;
/// must not block.
package protocol DocumentChannel: AnyObject, Sendable {
  /// Sends one frame, after those sent before.
  func send(_ frame: [UInt8])
  /// Stops taking what the page says, so that in time the page cannot say more. May be called twice.
  func pauseReading()
  /// Goes on where ``pauseReading()`` stopped.
  func resumeReading()
  /// Ends the connection with a WebSocket close code, after what was sent.
  func close(code: UInt16, reason: String)
}
