/// Where and how a ``WebServer`` serves. Every limit is about what one peer may do to the others.
package struct WebServerConfiguration: Sendable {
  /// A numeric address or a name. Exactly what it stands for is bound: "localhost" is both loopback addresses.
  package var host = "127.0.0.1"
  /// 0 takes any free port.
  package var port = 0
  /// Event loops, each with a thread of its own; nil for one per core.
  package var loops: Int?
  /// Serves https and wss when set.
  package var tls: TLSConfiguration?

  package var webSocketPath = "/_bridge/socket"
  package var subprotocol = "snippetbridge.1"

  /// Headers that libwebsockets does not know by itself and a handler wants to see, in lower case.
  package var extraHeaderNames: [String] = ["bridge-document", "sec-fetch-mode", "sec-fetch-dest", "sec-fetch-site"]

  /// In bytes; a longer request body is answered 413.
  package var maximumBodySize = (16 << 20) + (64 << 10)
  /// In bytes, of all request bodies that are arriving, 16 kB of each not counted; when it is reached, longer ones are answered 503.
  package var maximumBodySizeInAll = 256 << 20
  /// In bytes; a longer WebSocket message closes the socket with 1009.
  package var maximumMessageSize = (16 << 20) + (64 << 10)
  /// In bytes; a WebSocket whose peer lets more than this wait is closed with 1013.
  package var maximumQueuedBytes = 64 << 20
  /// In bytes: method, target (percent-decoded) and version; a longer request line is answered 414.
  package var maximumRequestLineSize = 12 << 10
  /// In bytes, request line and the headers that a handler can see; more is answered 431. What libwebsockets cannot even keep, more than
  /// twice as much with all headers counted (and 60 kB, and about 80 parts of a query), it closes without an answer.
  package var maximumHeaderSize = 16 << 10
  /// Of those that a handler can see; more are answered 431. Any others are bounded by their size alone.
  package var maximumHeaderCount = 64

  /// Connections at one time; the next ones are answered 503. Never more than 7 of 8 descriptors that the process may have.
  package var maximumConnections = 20_000
  /// Likewise of one IPv4 address, or one IPv6 network of 64 bits. Never more than 3 of 4 connections in all.
  package var maximumConnectionsPerAddress = 10_000

  /// For the TLS handshake.
  package var handshakeTimeLimit: Duration = .seconds(10)
  /// For the head of a request to arrive, from its connection's opening (over TLS, from the handshake's end) or its own first bytes; then for each
  /// ``minimumBodyProgress`` of its body. What comes later is answered 408.
  package var requestTimeLimit: Duration = .seconds(15)
  /// In bytes: as much of a body must arrive in each ``requestTimeLimit``, or else its end.
  package var minimumBodyProgress = 64 << 10
  /// For a body to arrive whole, however steadily it does. What takes longer is answered 408.
  package var bodyTimeLimit: Duration = .seconds(600)
  /// For the next request to begin on a connection that has answered one.
  package var idleTimeLimit: Duration = .seconds(60)
  /// For a handler to answer. Nobody waits longer than this for a page's answer.
  package var answerTimeLimit: Duration = .seconds(600)
  /// For a peer to take the next piece of a response, or a close frame.
  package var stallTimeLimit: Duration = .seconds(60)
  /// A silent WebSocket is asked for a sign of life after half of this, and closed after all of it.
  package var silenceTimeLimit: Duration = .seconds(30)

  /// Who may show our documents in a frame: the sources of `frame-ancestors` (Content-Security-Policy).
  package var frameAncestors = "'self'"

  package init() {}
}
