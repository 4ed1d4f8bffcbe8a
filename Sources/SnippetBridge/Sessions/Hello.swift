import DSBridge

/// The request by which a document introduces itself (docs/guides/protocol.md, section 2).
struct Hello: Decodable, Sendable {
  /// The maximum size of the JSON, in bytes. Only the URL in it can be long. Every hello is decoded on an event loop.
  static let maximumSize = 64 << 10

  var `protocol`: Int
  var document: String
  /// A secret of the document. The key proves that a repeated hello comes from the same document.
  var key: String
  /// The web view of the tab's previous document, which this document wants to continue to use.
  var webView: String?
  /// The position of the document among all documents of its tab, counted by the page.
  var order: Int?
  /// The number of the oldest numbered line that the page still keeps, or of the page's next numbered line if it keeps
  /// none.
  var first: Int
  /// The number of the last wire message from the server that the page has applied.
  var received: Int
  var url: String
  /// The iframe that shows the document. `nil` if the page does not report it.
  var iframe: Iframe?

  /// The page's report about its iframe: whether the document is in an iframe, or the name of that iframe.
  struct Iframe: Decodable, Sendable {
    var isIframe: Bool
    var name: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let isIframe = try? container.decode(Bool.self) {
        self.isIframe = isIframe
      } else {
        name = try container.decode(String.self)
        isIframe = true
      }
    }
  }

  /// Whether the document has not exchanged any messages yet. Only such a document may be unknown to the server.
  var isNew: Bool { first == 1 && received == 0 }
}

/// The server's reply to a hello.
struct Welcome: Encodable, Sendable {
  struct Limits: Encodable, Sendable {
    /// The maximum size of a message, in bytes.
    var message: Int
    /// The time limit of a blocking call, in seconds.
    var call: Double
    /// The time without a message from the server after which the page treats the connection as lost, in seconds.
    /// `nil` if the server sends no heartbeat.
    var silence: Double?

    init(_ configuration: BridgeConfiguration) {
      message = configuration.sockets.maximumMessageSize
      call = configuration.webViews.blockingCallTimeLimit / .seconds(1)
      // Two heartbeat intervals, and half an interval for the second heartbeat to arrive.
      let interval = configuration.sockets.heartbeatInterval
      silence = interval > .zero ? 2.5 * (interval / .seconds(1)) : nil
    }
  }

  var ticket: String
  var webView: String
  /// The number of the page's last numbered line that the server has accepted.
  var confirmed: Int
  var intercept: NavigationQuestions
  var limits: Limits
}

/// The first message of a document on a socket.
struct SocketHello: Decodable, Sendable {
  var document: String
  var ticket: String
  var received: Int
  /// The purpose of an additional socket, or `nil` for the main socket of the document.
  var lane: Lane?

  /// The purpose of an additional socket of a document.
  enum Lane: String, Decodable {
    /// A socket that carries only blocking calls.
    case blocking
  }
}

/// The reason why one of the bridge's own requests is refused, with its status from docs/guides/protocol.md, section 1.
enum Refusal: Error, Equatable {
  /// Status 400.
  case malformed(String)
  /// Status 401: the page must send a hello first.
  case noSession
  /// Status 403.
  case forbidden(String)
  /// Status 409: the page has sent the call again.
  case superseded
  /// Status 410: the document is neither known nor new.
  case gone
  /// Status 413.
  case tooLarge(String)
  /// Status 503.
  case busy(String)
}
