import DSBridgeText
import Foundation
import SnippetBridgeTLS
import SnippetBridgeWebClient

/// The address of Redis: `redis://[user][:password@]host[:port]`, `rediss://` for TLS, or
/// `redis+sentinel://[user][:password@]host[:port],host[:port]/primary` with the addresses of Sentinels and the name of
/// their primary.
struct RedisAddress: Sendable, Equatable {
  /// Redis itself, or its Sentinels.
  let endpoints: [Endpoint]
  /// The name that the Sentinels use for the primary, or nil if there are no Sentinels.
  let primary: String?
  private(set) var user: String?
  private(set) var password: String?

  /// Parses an address. Throws a ``FleetError`` that names the invalid part but not the password.
  /// - Parameter authorities: A PEM file with the certificate authorities to trust instead of those of the system.
  init(_ text: String, authorities: String? = nil) throws(FleetError) {
    func invalid(_ problem: String) -> FleetError {
      FleetError(
        .configuration,
        "The address of Redis \(problem). Write redis://host:6379, rediss://user:password@host:6379 or redis+sentinel://host:26379,host2:26379/name."
      )
    }
    guard let mark = text.range(of: "://") else { throw invalid("has no scheme") }
    let scheme = text[..<mark.lowerBound].lowercased()
    guard ["redis", "rediss", "redis+sentinel", "rediss+sentinel"].contains(scheme) else {
      throw invalid("has the unknown scheme \"\(scheme)\"")
    }
    var rest = text[mark.upperBound...]
    if let at = rest.lastIndex(of: "@") {
      let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(percentEncodedPeer: $0.utf8) }
      user = parts[0].isEmpty ? nil : parts[0]
      password = parts.count > 1 ? parts[1] : nil
      guard user == nil || password != nil else { throw invalid("has a user without a password") }
      rest = rest[rest.index(after: at)...]
    }
    let places = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let path = places.count > 1 ? String(places[1]) : ""
    let isSentinel = scheme.hasSuffix("sentinel")
    guard isSentinel ? !path.isEmpty : ["", "0"].contains(path) else {
      throw invalid(isSentinel ? "has no name of the primary" : "must not have the path \"/\(path)\"")
    }
    primary = isSentinel ? path : nil
    let trust = authorities.map { TLSOptions.Trust.authorities(file: $0) } ?? .system
    let tls = scheme.hasPrefix("rediss") ? TLSOptions(trust: trust) : nil
    endpoints = try places[0].split(separator: ",", omittingEmptySubsequences: false).map { place throws(FleetError) in
      var host = String(place)
      var port = isSentinel ? 26379 : 6379
      if let colon = place.lastIndex(of: ":"), !place[colon...].contains("]") {
        guard let number = Int(place[place.index(after: colon)...]), (1...65_535).contains(number) else {
          throw invalid("has the invalid port \"\(place[colon...].dropFirst())\"")
        }
        (host, port) = (String(place[..<colon]), number)
      }
      if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
      guard !host.isEmpty, host.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "@") }) else {
        throw invalid("has no valid host")
      }
      return Endpoint(host: host, port: port, tls: tls)
    }
    guard isSentinel || endpoints.count == 1 else { throw invalid("has several hosts but no Sentinel") }
  }
}
