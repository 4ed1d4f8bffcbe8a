/// What a ``TrustPolicy`` says of a request by its Host header, and by whether it came over TLS.
struct Authority: Sendable {
  /// Nil when it is a name of this server.
  let refusal: TrustPolicy.Refusal?
  /// The server's own, as the browser sees it.
  let origin: String
  /// The browser has come by https.
  let isSecure: Bool
  /// The name is one of this machine.
  let isLocal: Bool
}
