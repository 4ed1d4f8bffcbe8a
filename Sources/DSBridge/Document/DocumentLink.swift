/// The connection to the document that is shown: its newest socket, and the number of the last numbered wire message.
/// All wire messages are sent through this type. Sending only queues a message; the event loop writes it to the socket
/// later.
struct DocumentLink {
  private var channel: (any DocumentChannel)?
  private var lastNumber = 0
  /// Whether the output was cut off because the server is shutting down. After that, only the failures of unanswered
  /// calls and the `bye` are sent.
  var isCutOff = false

  /// Resets the link because the web view shows another document, or none.
  mutating func reset() {
    channel = nil
    lastNumber = 0
  }

  /// Sets the newest socket, and sends `messages` on it; nil for no socket.
  mutating func connect(_ channel: (any DocumentChannel)?, saying messages: [[UInt8]]) {
    self.channel = channel
    guard !isCutOff else { return }
    for message in messages { channel?.send(message) }
  }

  mutating func send(_ message: [UInt8], isNumbered: Bool) {
    if isNumbered { lastNumber += 1 }
    if !isCutOff { channel?.send(message) }
  }

  func sayBye(_ bye: Bye) {
    if let channel { bye.say(on: channel) }
  }

  /// Sends the failures of unanswered calls and the `bye` after the link has been cut off. Returns the message with the
  /// failures; nil if no call was unanswered.
  func end(failing failures: [ServerLine]) -> [UInt8]? {
    let message = failures.isEmpty ? nil : ServerLine.message(of: [.message(lastNumber + 1)] + failures)
    if let message { channel?.send(message) }
    sayBye(.shutDown)
    return message
  }
}

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
