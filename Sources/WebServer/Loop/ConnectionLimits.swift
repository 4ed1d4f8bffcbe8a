/// What the connections of one server may take, all together and before their first request.
public struct ConnectionLimits: Sendable {
  /// Connections at one time, at most 7 of 8 descriptors that the process may have. The next ones are answered 503.
  public var maximumCount = 20_000
  /// Likewise of one IPv4 address, or one IPv6 network of 64 bits, at most 3 of 4 connections in all.
  public var maximumCountPerAddress = 10_000
  /// For a connection's TLS handshake; then it is closed.
  public var handshakeTimeLimit: Duration = .seconds(10)

  /// Each by its default.
  public init() {}
}
