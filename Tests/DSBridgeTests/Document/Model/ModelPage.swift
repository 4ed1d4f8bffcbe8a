/// The delivery state of a page, as docs/guides/protocol.md defines it.
struct ModelPage {
  enum Message: Equatable {
    case event
    case ask
    case call
    case cancel(Int)
    /// A line without effect, which replaces a blocking call that has failed in the page.
    case filler
  }

  /// The numbered lines that the page has created so far. Line n is at index n - 1.
  var made: [Message] = []
  /// The number of the last line that the server has acknowledged.
  var confirmed = 0
  /// The number of the last wire message that the page has processed.
  var received = 0
  /// The number of the pending blocking call, if any.
  var blockedBy: Int?
  var attempts = 0

  /// The index of the newest socket, or `nil` if there is none.
  var socket: Int?
  /// The number of the last line that was sent on that socket.
  var sent = 0

  mutating func confirm(_ number: Int) {
    confirmed = max(confirmed, number)
  }
}

/// A connection and the data in transit.
struct ModelSocket {
  enum Up {
    case hello(received: Int)
    case message(Int, ModelPage.Message)
    case acknowledgement(Int)
  }

  enum Down {
    case welcome(confirmed: Int)
    case message([UInt8])
    case acknowledgement(Int)
  }

  var up: [Up] = []
  var down: [Down] = []
  var isWelcomed = false
}

/// A blocking call's HTTP request in transit.
struct ModelRequest {
  let acknowledgement: Int
  /// The number of the first line in the request. The last line is the call.
  let first: Int
  let messages: [ModelPage.Message]
  /// Whether the page has stopped waiting for the request.
  var isLate = false
}
