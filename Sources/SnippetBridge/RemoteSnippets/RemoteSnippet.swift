/// Pages of another server, shown under an origin of their own with the bridge in them (docs/remote-snippets.md).
///
///     configuration.remoteSnippets = [RemoteSnippet(name: "shop", target: "http://localhost:5173", port: 8081)]
///
/// The server answers on that port with what the target answers. On this machine it is also at
/// `http://shop.localhost:8081/`.
public struct RemoteSnippet: Sendable, Hashable {
  /// Lower-case letters, digits and `-`, as a host's name has them. What ``WebViewClient/remoteSnippet`` says.
  public var name: String
  /// The other server's origin: `http://localhost:5173`, `https://staging.example`.
  public var target: String
  /// Where it appears; 0 for any port that is free.
  public var port: Int
  /// A PEM file of the only authorities that may have signed the target's certificate; nil for the system's.
  public var authorityFile: String?

  /// As given.
  public init(name: String, target: String, port: Int = 0, authorityFile: String? = nil) {
    self.name = name
    self.target = target
    self.port = port
    self.authorityFile = authorityFile
  }
}
