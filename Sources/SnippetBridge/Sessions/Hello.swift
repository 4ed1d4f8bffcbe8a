import DSBridge

/// The request with which a document registers with the server (docs/guides/protocol.md, section 2).
struct Hello: Decodable, Sendable {
  /// The maximum size of the JSON, in bytes. The limit is low, because each hello is decoded on an event loop, and only
  /// its URL can be long.
  static let maximumSize = 64 << 10

  var `protocol`: Int
  var document: String
  /// A secret key of the document, which proves that a repeated hello comes from the same document.
  var key: String
  /// The id of the web view of the tab's previous document, which this document wants to use too. `nil` if there is
  /// none.
  var webView: String?
  /// The position of the document in the sequence of all documents of its tab, as counted by the page.
  var order: Int?
  /// The number of the oldest numbered line that the server has not acknowledged. The page stores such lines, to send
  /// them again after the connection was lost. If there is none, the number of the page's next line.
  var first: Int
  /// The number of the last wire message from the server that the page has applied.
  var received: Int
  var url: String
  /// Information about the iframe that shows the document, or `nil` if the page does not report it.
  var iframe: Iframe?

  /// The page's report about its iframe. In JSON, it is either a Boolean value (whether the document is in an iframe)
  /// or the name of the iframe.
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

  /// Whether the document has not exchanged any messages yet. If the server does not know a document, for example after
  /// a restart, it accepts the document only if it is new.
  var isNew: Bool { first == 1 && received == 0 }
}

/// The server's response to a hello.
struct Welcome: Encodable, Sendable {
  struct Limits: Encodable, Sendable {
    /// The maximum size of a message, in bytes.
    var message: Int
    /// The time limit for a blocking call, in seconds.
    var call: Double
    /// The time in seconds after which the page treats the connection as lost if no message arrives from the server.
    /// `nil` if the server sends no heartbeat.
    var silence: Double?

    init(_ configuration: BridgeConfiguration) {
      message = configuration.sockets.maximumMessageSize
      call = configuration.webViews.blockingCallTimeLimit / .seconds(1)
      // Two heartbeat intervals, plus half an interval for the second heartbeat to arrive.
      let interval = configuration.sockets.heartbeatInterval
      silence = interval > .zero ? 2.5 * (interval / .seconds(1)) : nil
    }
  }

  var ticket: String
  var webView: String
  /// The number of the last numbered line from the page that the server has accepted.
  var confirmed: Int
  var intercept: NavigationQuestions
  var limits: Limits
}

/// The first message that a document sends on a socket.
struct SocketHello: Decodable, Sendable {
  var document: String
  var ticket: String
  var received: Int
  /// The purpose of the socket if it is an additional one, or `nil` for the document's main socket.
  var lane: Lane?

  /// The purpose of an additional socket for a document.
  enum Lane: String, Decodable {
    /// A socket that carries only blocking calls.
    case blocking
  }
}

/// The reason why one of the bridge's own requests is rejected. docs/guides/protocol.md, section 1, lists the statuses.
enum Refusal: Error, Equatable {
  /// Status 400: the request is malformed.
  case malformed(String)
  /// Status 401: the page must send a hello first.
  case noSession
  /// Status 403: the request is not allowed.
  case forbidden(String)
  /// Status 409: the page has sent the call again. The server answers the newer request instead of this one.
  case superseded
  /// Status 410: the server does not know the document, and the document is not new.
  case gone
  /// Status 413: the request is too large.
  case tooLarge(String)
  /// Status 503: the server cannot handle the request now.
  case busy(String)
}
