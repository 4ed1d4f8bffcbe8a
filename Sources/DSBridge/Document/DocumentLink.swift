/// The way to the document that is shown: its newest socket, and how many numbered frames have left. Every frame leaves
/// here. To send is to take note: the socket is written to later, by its event loop.
struct DocumentLink {
  private var channel: (any DocumentChannel)?
  private var lastFrame = 0
  /// The server ends: nothing more leaves but the failures of what has no answer.
  var isCutOff = false

  /// Another document is shown, or none.
  mutating func reset() {
    channel = nil
    lastFrame = 0
  }

  /// Nil when there is none any more.
  mutating func connect(_ channel: (any DocumentChannel)?, saying frames: [[UInt8]]) {
    self.channel = channel
    guard !isCutOff else { return }
    for frame in frames { channel?.send(frame) }
  }

  mutating func send(_ frame: [UInt8], isNumbered: Bool) {
    if isNumbered { lastFrame += 1 }
    if !isCutOff { channel?.send(frame) }
  }

  func sayBye(_ bye: Bye) {
    if let channel { bye.say(on: channel) }
  }

  /// After it was cut off: the last frames.
  func end(failing failures: [ServerLine]) {
    if !failures.isEmpty { channel?.send(ServerLine.frame(of: [.frame(lastFrame + 1)] + failures)) }
    sayBye(.shutDown)
  }
}
