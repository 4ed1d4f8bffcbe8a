public import DSBridge
import DSBridgeLocks
import Foundation
import Logging
import SnippetBridge

/// The web views of this process.
extension FleetNode {
  /// Adds a web view.
  /// - Parameters:
  ///   - former: The web view that showed the page before, perhaps at another server.
  ///   - isKept: Whether the web view stays known after it was closed, because its server ends.
  func add(
    _ webView: WebView, server: String, former: FormerWebView? = nil, isKept: @escaping @Sendable () -> Bool = { false }
  ) {
    let member = webView.member
    let id = webView.id
    var info = Members.Info(server: server, started: Int(Date().timeIntervalSince1970 * 1000))
    info.browser = webView.client?.session
    change { $0.members.add(webView, info, to: &$0.owned) }
    member.attach(to: self)
    let (isHere, keys) = state.withLock { state in
      (former.flatMap { state.members[$0.id] } != nil, state.keys)
    }
    let browsers = Set((former?.marks ?? []).compactMap { keys?.mark($0)?.browser })
    if let former, !isHere, !browsers.isEmpty {
      member.adopting(
        Task { [weak self, weak member] in if let member { await self?.adopt(former.id, of: browsers, for: member) } })
    }
    Task { [weak self] in
      for await event in webView.events {
        switch event {
        case .connected, .resumed: self?.change { $0.members.setConnected(true, id, &$0.owned) }
        case .disconnected:
          self?.change { $0.members.setConnected(false, id, &$0.owned) }
          self?.handOverIfMoved(webView)
        default: break
        }
      }
      self?.handOverIfMoved(webView)
      let isKept = isKept()
      self?.change { $0.members.remove(id, from: &$0.owned, isKept: isKept) }
      // The web view is released here, outside of the lock.
      withExtendedLifetime(webView) {}
    }
  }

  /// Gives a web view the name and the groups of the web view that showed its page at another server.
  ///
  /// If that server has ended, its web views are stored when its session ends, which may be later than the page loads
  /// again. If it still runs, for example because only the load balancer cannot reach it, it hands the web view over
  /// when it has noticed that the page has left.
  /// - Parameter browsers: The sessions that the page's browser had at other servers, as its cookie proves. Only their
  ///   web views are handed over.
  private func adopt(_ former: String, of browsers: Set<String>, for member: FleetMember) async {
    let start = scheduler.now
    var limit = timing.lease + timing.beat * 3
    var pause = Duration.milliseconds(20)
    while scheduler.now - start < limit {
      do {
        if let json = try await ask(store.former(former, of: browsers)).text,
          let info = try? JSONSerializer().decode(Members.Info.self, from: JSON(json))
        {
          return member.adopt(info)
        }
        if let info = try await handedOver(former, of: browsers) { return member.adopt(info) }
      } catch {
        // A connection was lost before a server has answered, so it may still have the web view.
        limit = Self.handoverTimeLimit
      }
      guard (try? await Task.sleep(for: pause)) != nil else { return }
      pause = min(pause * 2, timing.beat)
    }
  }

  /// Asks all other servers for the data of a web view. Returns nil if none of them has it, and throws if one could not
  /// answer.
  private func handedOver(_ webView: String, of browsers: Set<String>) async throws -> Members.Info? {
    let own = state.withLock { $0.link?.session }
    let sessions = try await ask(store.sessions()).elements?.compactMap(\.text) ?? []
    return try await withThrowingTaskGroup(of: Members.Info?.self) { group in
      for session in sessions where session != own && FleetMessage.isSession(session) {
        group.addTask {
          do {
            let json = try await self.value(
              .moved(webView: webView, browsers: browsers), to: session, body: "null", within: Self.handoverTimeLimit)
            return json.flatMap { try? JSONSerializer().decode(Members.Info.self, from: $0) }
          } catch let error as BridgeError where [.notFound, .malformed].contains(error.code) {
            return nil
          }
        }
      }
      defer { group.cancelAll() }
      for try await info in group { if let info { return info } }
      return nil
    }
  }

  /// The time in which a server notices that a page has left without notice. Longer than the interval of its pings.
  private static var handoverTimeLimit: Duration { .seconds(60) }

  func setName(_ name: String?, of id: String) {
    let isTaken = change { $0.members.setName(name, of: id, &$0.owned) }
    if isTaken, let name { warnOfTaken(name, by: "another web view of this server") }
  }

  /// Handles the results of a write: the holders of names that are taken, and the web views whose pages have moved.
  func wrote(_ batch: OwnedEntries.Batch, _ results: [String]) {
    var taken: [(String, String)] = []
    var moved: [WebView] = []
    state.withLock { state in
      state.owned.succeeded(batch)
      for (entry, result) in zip(batch, results) {
        if case .name(let name) = entry.key {
          let hasChanged = state.members.setTaken(name, !result.isEmpty, &state.owned)
          if hasChanged, !result.isEmpty { taken.append((name, result)) }
        } else if case .webView(let id) = entry.key, !result.isEmpty, let webView = state.members[id]?.webView {
          moved.append(webView)
        }
      }
    }
    // This process was frozen, or had lost Redis, when the page loaded again at another server.
    for webView in moved { webView.close() }
    for (name, holder) in taken {
      warnOfTaken(name, by: "the web view \(holder.split(separator: " ").last?.prefix(8) ?? "?") of another server")
    }
  }

  private func warnOfTaken(_ name: String, by holder: String) {
    logger.warning(
      "a name is taken: the web view gets it when the other one is closed",
      metadata: ["name": "\(name)", "holder": "\(holder)"])
  }
}

/// The part of a web view that belongs to a fleet. It also exists if the server is not in a fleet, so that a program
/// can set names in any case.
final class FleetMember: Sendable {
  private struct State {
    var node: FleetNode?
    var name: String?
    var groups: [String] = []
    /// The task that asks for the name and the groups of the web view that showed the page before.
    var adoption: Task<Void, Never>?
  }

  private let id: String
  private let state = Mutex(State())

  init(_ webView: WebView) {
    id = webView.id
  }

  func attach(to node: FleetNode) {
    let (name, groups) = state.withLock { state in
      state.node = node
      return (state.name, state.groups)
    }
    if let name { node.setName(name, of: id) }
    for group in groups { node.change { $0.members.join(group, id, &$0.owned) } }
  }

  var name: String? {
    get { state.withLock { $0.name } }
    set { update { $0.name = newValue }?.setName(newValue, of: id) }
  }

  var groups: [String] { state.withLock { $0.groups } }

  func adopting(_ task: Task<Void, Never>) { state.withLock { $0.adoption = task } }

  /// Waits until the name and the groups are known.
  func adopted() async { await state.withLock { $0.adoption }?.value }

  /// Takes the name, unless the program has set one, and joins the groups.
  func adopt(_ info: Members.Info) {
    if name == nil, let former = info.name ?? info.wanted { name = former.cut(toBytes: 200) }
    for group in info.groups.prefix(100) { join(group.cut(toBytes: 200)) }
  }

  func join(_ group: String) {
    let node = update { if !$0.groups.contains(group) { $0.groups.append(group) } }
    node?.change { $0.members.join(group, id, &$0.owned) }
  }

  func leave(_ group: String) {
    let node = update { state in state.groups.removeAll { $0 == group } }
    node?.change { $0.members.leave(group, id, &$0.owned) }
  }

  /// Changes the state. Returns the node that must store the change, or nil if there is none yet.
  private func update(_ body: (inout State) -> Void) -> FleetNode? {
    state.withLock { state in
      body(&state)
      return state.node
    }
  }
}

extension WebView {
  nonisolated var member: FleetMember { companion(FleetMember.init) }

  /// The name by which other servers of the fleet find this web view, such as `till 3`; nil for none.
  ///
  /// Only one web view of a fleet has a name. If another one has it, this web view gets the name when the other one is
  /// closed, and the log says so. Names have at most 200 bytes. Has no effect if the server has not joined a fleet.
  public nonisolated var name: String? {
    get { member.name }
    set { member.name = newValue.map { $0.cut(toBytes: 200) } }
  }

  /// The groups that the web view has joined.
  public nonisolated var groups: [String] { member.groups }

  /// Adds the web view to a group of the fleet. Names of groups have at most 200 bytes.
  public nonisolated func join(_ group: String) {
    member.join(group.cut(toBytes: 200))
  }

  /// Removes the web view from a group.
  public nonisolated func leave(_ group: String) {
    member.leave(group.cut(toBytes: 200))
  }
}
