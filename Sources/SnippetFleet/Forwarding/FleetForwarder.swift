import DSBridge
import DSBridgeLocks
import DSBridgeText
import Logging
import SnippetBridge
import SnippetBridgeWebServer

/// Decides which requests belong to another server of the fleet. A browser's cookie names the server that holds its web
/// views, so all requests of a browser reach the same server, whichever server the load balancer chooses.
final class FleetForwarder: RequestForwarding {
  private let node: FleetNode

  init(_ node: FleetNode) {
    self.node = node
  }

  var cookieName: String { "bridge-fleet-\(node.store.cookieSuffix)" }

  var mark: String? { node.state.withLock { $0.mark }?.mark(of: node.id) }

  func upstream(for marks: [String]) -> (node: String, upstream: Upstream)? {
    let now = node.scheduler.now
    return node.state.withLock { state in
      guard let mark = state.mark else { return nil }
      // The last value is the one that this server has set most recently.
      guard let id = marks.reversed().lazy.compactMap(mark.node).first, id != node.id else { return nil }
      return state.nodes.upstream(of: id, at: now).map { (id, $0) }
    }
  }

  func failed(_ id: String, because reason: String) {
    node.logger.warning(
      "a request could not be forwarded: its page loads again", metadata: ["node": "\(id)", "reason": "\(reason)"])
    let now = node.scheduler.now
    node.state.withLock { $0.nodes.avoid(id, from: now) }
  }
}

extension FleetNode {
  /// Reads the list of nodes, if it has changed.
  func refreshNodes(_ link: Link, revision: Int) async {
    guard state.withLock({ $0.nodes.revision != revision }) else { return }
    guard let fields = try? await link.commands.call(store.nodes()).elements else { return }
    var infos: [String: NodeTable.Info] = [:]
    for index in stride(from: 0, to: fields.count - 1, by: 2) {
      guard let id = fields[index].text, let value = fields[index + 1].bytes,
        let space = value.firstIndex(of: UInt8(ascii: " ")),
        let info = try? JSONSerializer().decode(
          NodeTable.Info.self, from: JSON(String(peer: value[(space + 1)...])))
      else { continue }
      infos[id] = info
    }
    // TLS contexts are created outside of the lock, because they read files.
    var nodes = state.withLock { $0.nodes }
    nodes.set(infos, revision: revision)
    state.withLock { $0.nodes = nodes }
  }
}
