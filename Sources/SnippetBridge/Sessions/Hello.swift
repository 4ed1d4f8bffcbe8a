import DSBridge

/// How a document introduces itself (docs/protocol.md, section 2).
struct Hello: Decodable, Sendable {
  /// Written as JSON, in bytes; its address is the only long part. It is decoded on an event loop, wherever it comes.
  static let maximumSize = 64 << 10

  var `protocol`: Int
  var document: String
  /// Known to the document alone: a second hello with it is the same document.
  var key: String
  /// The web view that the document wants to continue.
  var webView: String?
  /// How many documents its tab has had, this one included, as far as the page knows.
  var order: Int?
  /// The number of the oldest message the page still holds, or of its next one.
  var first: Int
  /// The last server frame the page has applied.
  var received: Int
  var url: String
  /// Whether it is shown in a frame. Nil where the page does not say.
  var frame: Frame?

  /// `false`, or `true`, or the name of the frame that shows it.
  struct Frame: Decodable, Sendable {
    var isFrame: Bool
    var name: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let isFrame = try? container.decode(Bool.self) {
        self.isFrame = isFrame
      } else {
        name = try container.decode(String.self)
        isFrame = true
      }
    }
  }

  /// The server need not know the document: nothing was said yet in either direction.
  var isNew: Bool { first == 1 && received == 0 }
}

/// What a document is told in return.
struct Welcome: Encodable, Sendable {
  struct Limits: Encodable, Sendable {
    /// In bytes.
    var message: Int
    /// Of a blocking call, in seconds.
    var call: Double
    /// Of a page that hears nothing from the server, in seconds. Nil: the server sends no heartbeat.
    var silence: Double?

    init(_ configuration: BridgeConfiguration) {
      message = configuration.sockets.maximumMessageSize
      call = configuration.webViews.blockingCallTimeLimit / .seconds(1)
      // Two heartbeats, and half an interval for the second to arrive.
      let interval = configuration.sockets.heartbeatInterval
      silence = interval > .zero ? 2.5 * (interval / .seconds(1)) : nil
    }
  }

  var ticket: String
  var webView: String
  /// The page's messages up to this number are taken.
  var confirmed: Int
  var intercept: NavigationQuestions
  var limits: Limits
}

/// A document's first message on a socket.
struct SocketHello: Decodable, Sendable {
  var document: String
  var ticket: String
  var received: Int
  /// Nil on the page's own socket.
  var lane: Lane?

  /// What a further socket of a document is for.
  enum Lane: String, Decodable {
    /// Blocking calls, and nothing else.
    case blocking
  }
}

/// Why a request of the bridge's own is refused, with the status of docs/protocol.md, section 1.
enum Refusal: Error, Equatable {
  /// 400
  case malformed(String)
  /// 401: say hello first.
  case noSession
  /// 403
  case forbidden(String)
  /// 409: the page has sent the call again.
  case superseded
  /// 410: the document is not known, and not new.
  case gone
  /// 413
  case tooLarge(String)
  /// 503
  case busy(String)
}
