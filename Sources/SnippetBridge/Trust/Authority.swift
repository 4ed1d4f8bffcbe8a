import SnippetBridgeHTTP

/// What a ``TrustPolicy`` says of a request by its Host header, and by whether it came over TLS.
struct Authority: Sendable {
  /// Nil when it is a name of this server.
  let refusal: TrustPolicy.Refusal?
  /// The server's own, as the browser sees it; nil where the name is no host.
  let origin: WebOrigin?
  /// The name is one of this machine.
  let isLocal: Bool

  /// The browser has come by https.
  var isSecure: Bool { origin?.isSecure == true }
}
