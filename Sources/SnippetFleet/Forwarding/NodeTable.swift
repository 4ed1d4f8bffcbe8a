import DSBridge
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// The servers of the fleet to which requests can be forwarded. A value type without side effects, except that it
/// creates an ``Upstream`` for each server.
struct NodeTable: Sendable {
  /// The data that a node stores about itself.
  struct Info: Codable, Sendable, Equatable {
    /// The origin at which other servers reach the node's server, or nil if it serves nothing.
    var address: String?
    /// The signature of the address, by ``FleetKeys``.
    var signature: String?
    /// True while the server ends: it finishes its exchanges, but receives no new ones.
    var isLeaving: Bool?
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
  /// The revision of the nodes in Redis, or nil if they must be read.
  private(set) var revision: Int?
  /// The ids of the nodes that Redis may not contain yet, and the time until which they are known.
  private var kept: (ids: Set<String>, end: Duration) = ([], .zero)

  /// Keeps the known nodes until `end`, or until they have been in Redis again. Called when this process connects to
  /// Redis again: after an outage of Redis, the other processes may connect later than this one.
  mutating func keep(until end: Duration) {
    kept = (Set(nodes.keys), end)
    revision = nil
  }

  /// Replaces the table by the nodes in Redis. Known servers keep their connections.
  /// - Parameter authorities: A PEM file with the authorities that sign the servers' certificates, or nil for those
  ///   that the system trusts.
  /// - Returns: The servers that have left.
  mutating func set(
    _ infos: [String: Info], revision: Int, authorities: String? = nil, at now: Duration
  ) -> [Upstream] {
    var new: [String: Node] = [:]
    for (id, info) in infos {
      var node = nodes[id] ?? Node(info: info)
      if node.info.address != info.address || node.upstream == nil {
        node.upstream = info.address.flatMap { Self.upstream($0, authorities: authorities) }
      }
      node.info = info
      new[id] = node
    }
    kept.ids = now < kept.end ? kept.ids.subtracting(infos.keys) : []
    for id in kept.ids { new[id] = nodes[id] }
    // While nodes are kept, the table is read again at each beat.
    self.revision = kept.ids.isEmpty ? revision : nil
    let left = nodes.values.compactMap(\.upstream).filter { old in !new.values.contains { $0.upstream === old } }
    nodes = new
    return left
  }

  /// Returns the server of a node, or nil if requests cannot be forwarded to it now.
  func upstream(of id: String, at now: Duration) -> Upstream? {
    guard let node = nodes[id], node.avoided <= now, node.info.isLeaving != true else { return nil }
    return node.upstream
  }

  /// Records that the server of a node could not be reached.
  mutating func avoid(_ id: String, from now: Duration) {
    nodes[id]?.avoided = now + Self.avoidance
  }

  /// Copies what another table has recorded about servers that could not be reached.
  mutating func takeAvoidances(from other: NodeTable) {
    for (id, node) in other.nodes { nodes[id]?.avoided = node.avoided }
  }

  /// Creates the server for an address, or returns nil if that is impossible.
  private static func upstream(_ address: String, authorities: String?) -> Upstream? {
    var limits = UpstreamLimits()
    limits.connectTimeLimit = .seconds(2)
    return WebOrigin(address).flatMap { try? Upstream($0, authorityFile: authorities, limits: limits) }
  }
}
