import DSBridge
import DSBridgeLocks
import DSBridgeText
import HTTPTypes
import Logging
import SnippetBridge
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// Decides which requests belong to another server of the fleet. A browser's cookie names the server that holds its web
/// views, so all requests of a browser reach the same server, whichever server the load balancer chooses.
extension FleetNode: RequestForwarding {
  var cookieName: String { "bridge-fleet-\(store.cookieSuffix)" }

  func mark(for browser: String) -> String? {
    state.withLock { $0.isDraining ? nil : $0.keys }?.text(of: .init(node: id, browser: browser))
  }

  func browser(of marks: [String]) -> String? {
    state.withLock { $0.keys }.flatMap { Self.newest(marks, $0) }?.browser
  }

  /// Returns the content of the last valid value, which is the one that a server has set most recently.
  private static func newest(_ marks: [String], _ keys: FleetKeys) -> FleetKeys.Mark? {
    marks.reversed().lazy.compactMap(keys.mark).first
  }

  func upstream(for marks: [String]) -> (node: String, upstream: Upstream)? {
    // Most requests name this server. A forged value only keeps a request here, so its signature is not verified.
    guard let last = marks.last, !last.hasPrefix(id), let keys = state.withLock({ $0.keys }),
      let other = Self.newest(marks, keys)?.node, other != id
    else { return nil }
    let now = scheduler.now
    return state.withLock { $0.nodes.upstream(of: other, at: now) }.map { (other, $0) }
  }

  func field(for peer: String, to id: String) -> HTTPField? {
    guard let name = Self.fieldName, let keys = state.withLock({ $0.keys }) else { return nil }
    return HTTPField(name: name, value: "\(peer) \(keys.signature(of: .peer(peer, to: id)))")
  }

  func peer(in fields: ReceivedFields) -> String? {
    guard let name = Self.fieldName, let text = fields[values: name].last, let keys = state.withLock({ $0.keys })
    else { return nil }
    let parts = text.split(separator: " ")
    guard parts.count == 2, keys.isSigned(.peer(String(parts[0]), to: id), by: String(parts[1])) else { return nil }
    return String(parts[0])
  }

  /// The field with the client's address and a signature, for one server.
  private static let fieldName = HTTPField.Name("Bridge-Fleet")

  func failed(_ id: String) {
    let now = scheduler.now
    state.withLock { $0.nodes.avoid(id, from: now) }
  }

  /// Reads the list of nodes, if it has changed.
  func refreshNodes(_ link: Link, revision: Int) async {
    let (mustRead, keys, authorities) = state.withLock { state in
      (state.nodes.revision != revision, state.keys, state.authorities)
    }
    guard mustRead, let keys, let fields = try? await link.commands.call(store.nodes()).fields else { return }
    var infos: [String: NodeTable.Info] = [:]
    for (id, session, json) in fields {
      guard let info = try? JSONSerializer().decode(NodeTable.Info.self, from: JSON(String(peer: json)))
      else { continue }
      if let address = info.address,
        !session.hasPrefix("\(id).") || !keys.isSigned(.address(address, session: session), by: info.signature ?? "")
      {
        logger.warning(
          "a server of the fleet was ignored: its address is not signed with a secret of this process",
          metadata: ["node": "\(id)", "address": "\(address.cut(toBytes: 200))"])
        continue
      }
      infos[id] = info
    }
    // TLS contexts are created outside of the lock, because they read files.
    var nodes = state.withLock { $0.nodes }
    let left = nodes.set(infos, revision: revision, authorities: authorities, at: scheduler.now)
    state.withLock { state in
      nodes.takeAvoidances(from: state.nodes)
      state.nodes = nodes
    }
    for upstream in left { upstream.end() }
  }
}
