/// The connection of a web view to its document: a socket, or a test double in memory. Its functions are called on any
/// thread, even while a lock is held, so they must not block.
package protocol DocumentChannel: AnyObject, Sendable {
  /// Sends one wire message after all previously sent ones.
  func send(_ message: [UInt8])
  /// Stops reading the page's messages, so that the page eventually cannot send more. May be called twice.
  func pauseReading()
  /// Resumes reading after ``pauseReading()``.
  func resumeReading()
  /// Closes the connection with a WebSocket close code after all previously sent messages.
  func close(code: UInt16, reason: String)
}
