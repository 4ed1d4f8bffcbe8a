/// What a connection knows of its WebSocket.
final class WebSocketSession {
  let socket: WebSocket
  let delegate: any WebSocketDelegate
  var assembler: MessageAssembler
  /// Taken from the socket's queue and not yet written, from `nextMessage` on.
  var messages: [[UInt8]] = []
  var nextMessage = 0
  /// What ``WebSocketDelegate/closed(_:code:reason:)`` will be told; nil: nobody has closed.
  var ending: WebSocket.Closing?
  /// Whether the peer has sent anything since it was last looked after, and whether it has been asked to.
  var hasBeenHeard = false
  var isAsked = false
  /// The close frame is libwebsockets' business now; nothing is written any more.
  var isClosing = false

  init(socket: WebSocket, delegate: any WebSocketDelegate, maximumMessageSize: Int) {
    self.socket = socket
    self.delegate = delegate
    assembler = MessageAssembler(maximumMessageSize: maximumMessageSize)
  }
}
