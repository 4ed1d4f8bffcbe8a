import DSBridge
import DSBridgeText
import SnippetBridgeCOpenSSL
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// The servers of the fleet to which requests can be forwarded. A value type without side effects, except that it
/// creates an ``Upstream`` for each server.
struct NodeTable: Sendable {
  /// The data that a node stores about itself.
  struct Info: Codable, Sendable, Equatable {
    /// The origin at which other servers reach the node's server, or nil if it serves nothing.
    var address: String?
  }

  private struct Node: Sendable {
    var info: Info
    var upstream: Upstream?
    /// The time until which no request is forwarded, because the server could not be reached.
    var avoided: Duration = .zero
  }

  /// The time for which a server is not used after a failed connection.
  private static let avoidance: Duration = .seconds(2)

  private var nodes: [String: Node] = [:]
  /// The revision of the nodes in Redis, or nil if they were not read yet.
  private(set) var revision: Int?

  /// Replaces the table by the nodes in Redis. Known servers keep their connections.
  mutating func set(_ infos: [String: Info], revision: Int) {
    self.revision = revision
    var new: [String: Node] = [:]
    for (id, info) in infos {
      if let known = nodes[id], known.info == info {
        new[id] = known
      } else {
        new[id] = Node(info: info, upstream: info.address.flatMap(Self.upstream))
      }
    }
    nodes = new
  }

  /// Returns the server of a node, or nil if requests cannot be forwarded to it now.
  func upstream(of id: String, at now: Duration) -> Upstream? {
    nodes[id].flatMap { $0.avoided <= now ? $0.upstream : nil }
  }

  /// Records that the server of a node could not be reached.
  mutating func avoid(_ id: String, from now: Duration) {
    nodes[id]?.avoided = now + Self.avoidance
  }

  private static func upstream(_ address: String) -> Upstream? {
    var limits = UpstreamLimits()
    limits.connectTimeLimit = .seconds(2)
    return WebOrigin(address).flatMap { try? Upstream($0, limits: limits) }
  }
}

/// The signed text with which a browser's cookie names the server that holds its web views: `<node>.<signature>`. The
/// key is known only to the fleet, so a browser cannot choose another server.
struct NodeMark: Sendable {
  /// The key, of 32 hexadecimal digits.
  let secret: String

  func mark(of node: String) -> String { "\(node).\(signature(of: node))" }

  /// Returns the node that a mark names, or nil if the signature is wrong.
  func node(of mark: String) -> String? {
    let parts = mark.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 16 else { return nil }
    let (given, right) = (Array(parts[1].utf8), Array(signature(of: String(parts[0])).utf8))
    guard given.count == right.count, CRYPTO_memcmp(given, right, right.count) == 0 else { return nil }
    return String(parts[0])
  }

  private func signature(of node: String) -> String {
    let (key, text) = (Array(secret.utf8), Array("server \(node)".utf8))
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    HMAC(EVP_sha256(), key, CInt(key.count), text, text.count, &digest, &length)
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
