/// A page as docs/protocol.md describes it, as far as delivery goes.
struct ModelPage {
  enum Message: Equatable {
    case event
    case ask
    case call
    case cancel(Int)
    /// In place of a call that was given up.
    case filler
  }

  /// What it has made: number n is at n - 1.
  var made: [Message] = []
  /// The server has told that messages up to this one are taken.
  var confirmed = 0
  /// The last frame applied.
  var received = 0
  /// A blocking call that waits.
  var blockedBy: Int?
  var attempts = 0

  /// Of the newest socket; nil while there is none.
  var socket: Int?
  /// The last message given to it.
  var sent = 0

  mutating func confirm(_ number: Int) {
    confirmed = max(confirmed, number)
  }
}

/// One connection, with what is on its way.
struct ModelSocket {
  enum Up {
    case hello(received: Int)
    case message(Int, ModelPage.Message)
    case acknowledgement(Int)
  }

  enum Down {
    case welcome(confirmed: Int)
    case frame([UInt8])
    case acknowledgement(Int)
  }

  var up: [Up] = []
  var down: [Down] = []
  var isWelcomed = false
}

/// A blocking call's request, on its way.
struct ModelRequest {
  let acknowledgement: Int
  /// The first message it carries; the last is the call.
  let first: Int
  let messages: [ModelPage.Message]
  /// The page does not wait for it any more.
  var isLate = false
}
