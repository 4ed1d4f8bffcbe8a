import DSBridge
import DSBridgeLocks
import Foundation
import Logging
import SnippetBridgeTesting
import SnippetBridgeWebClient
import TestSupport
import Testing

@testable import SnippetBridge
@testable import SnippetFleet

@Suite(.timeLimit(.minutes(5)))
struct ForwardingTests {
  @Exposed struct Place {
    let name: String
    func place() -> String { name }
  }

  /// Starts servers that join at their own addresses behind HAProxy, which sends each request to another server.
  private func withBalancer(
    _ test: (URL, [FleetServer], RedisServer) async throws -> Void
  ) async throws {
    let redis = try RedisServer()
    let balancer = ReservedPort.next()
    var servers: [FleetServer] = []
    var ports: [Int] = []
    for name in ["a", "b"] {
      let port = ReservedPort.next()
      ports.append(port)
      servers.append(
        try await FleetServer(redis, port: port) { webView in
          webView.addInterface(Place(name: name), by: nil)
          webView.join("all")
        })
    }
    for server in servers {
      try await eventually {
        let ids = servers.map(\.fleet.node.id).filter { $0 != server.fleet.node.id }
        let node = server.fleet.node
        return node.state.withLock { state in
          ids.allSatisfy { state.nodes.upstream(of: $0, at: node.scheduler.now) != nil }
        }
      }
    }
    let haproxy = try HAProxy(port: balancer, servers: ports)
    try await eventually {
      (try? await TCPConnection.open(host: "127.0.0.1", port: balancer, limit: .seconds(1))) != nil
    }
    try await test(try #require(URL(string: "http://127.0.0.1:\(balancer)/")), servers, redis)
    haproxy.stop()
    for server in servers { await server.stop() }
  }

  @Test func `sockets and blocking calls reach the server that holds the page`() async throws {
    try await withBalancer { url, servers, _ in
      for _ in 0..<4 {
        let page = try await TestPage.open(url)
        let place = try await page.call("place", as: String.self)
        for _ in 0..<5 {
          #expect(try await page.call("place", as: String.self) == place)
          #expect(try await page.ask("place", as: String.self).value() == place)
        }
        let holders = servers.filter { $0.server.webViews.contains { $0.isConnected } }
        #expect(holders.count == 1)
        await page.close()
        for server in servers { for webView in server.server.webViews { webView.close() } }
        try await eventually { servers.allSatisfy { $0.server.webViews.isEmpty } }
      }
    }
  }

  @Test(arguments: [true, false])
  func `a page of a server that has ended loads again at the other one, and keeps its name`(
    isKilled: Bool
  ) async throws {
    try await withBalancer { url, servers, _ in
      let page = try await TestPage.open(url, reconnects: true)
      let place = try await page.call("place", as: String.self)
      let (holder, other) = place == "a" ? (servers[0], servers[1]) : (servers[1], servers[0])
      let webView = try #require(holder.server.webViews.first)
      webView.name = "till 3"
      webView.join("checkout")
      try await eventually { try await other.fleet.webView(named: "till 3") != nil }
      if isKilled { await holder.die() } else { await holder.stop() }
      // The other server does not know the document, so a page in a browser loads again.
      try await eventually {
        do {
          _ = try await page.call("place", as: String.self)
          return false
        } catch TestPageError.gone {
          return true
        } catch { return false }
      }
      try await page.navigate()
      #expect(try await page.call("place", as: String.self) == (place == "a" ? "b" : "a"))
      let new = try #require(other.server.webViews.first)
      #expect(other.server.webViews.count == 1)
      try await eventually { try await other.fleet.webView(named: "till 3")?.id == new.id }
      #expect(Set(new.groups) == ["all", "checkout"])
      await page.close()
    }
  }

  @Test func `a browser cannot choose a server, and a wrong address is noticed`() async throws {
    let mark = NodeMark(secret: WebView.randomID())
    let id = "00112233445566aa"
    #expect(mark.node(of: mark.mark(of: id)) == id)
    for forged in ["", id, "\(id).", "\(id).00000000000000000000000000000000", mark.mark(of: id) + "0", "x.y.z"] {
      #expect(mark.node(of: forged) == nil, "\(forged)")
    }
    #expect(NodeMark(secret: WebView.randomID()).node(of: mark.mark(of: id)) == nil)
    // A server whose address leads to the first server.
    let redis = try RedisServer()
    let port = ReservedPort.next()
    let one = try await FleetServer(redis, port: port)
    let liar = try await FleetServer(redis, port: ReservedPort.next(), address: "http://127.0.0.1:\(port)")
    let node = one.fleet.node
    try await eventually {
      node.state.withLock { $0.nodes.upstream(of: liar.fleet.node.id, at: node.scheduler.now) != nil }
    }
    let value = try #require(liar.fleet.node.state.withLock { $0.mark }?.mark(of: liar.fleet.node.id))
    let address = try WebAddress(try await one.server.url(), .http, trust: .system)
    let cookie = "\(FleetForwarder(node).cookieName)=\(value)"
    let reply = try await HTTPFetch(address, headers: ["Cookie": cookie], limits: ClientLimits()).reply(
      bodyLimit: 10_000)
    #expect(reply.status == 508, "\(reply.text)")
    await one.stop()
    await liar.stop()
  }
}

/// HAProxy, which sends requests to servers in turns.
private final class HAProxy: Sendable {
  private let folder: URL
  private let process: ServerProcess

  init(port: Int, servers: [Int]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "HAProxy-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "haproxy.cfg")
    let lines = """
      global
        maxconn 200
      defaults
        mode http
        timeout connect 1s
        timeout client 60s
        timeout server 60s
        option redispatch
        retries 2
      frontend all
        bind 127.0.0.1:\(port)
        default_backend servers
      backend servers
        balance roundrobin
        \(servers.map { "server s\($0) 127.0.0.1:\($0) check inter 100ms" }.joined(separator: "\n  "))

      """
    try Data(lines.utf8).write(to: file)
    process = try ServerProcess(["/usr/sbin/haproxy", "-f", file.path, "-db", "-V"], until: "")
  }

  func stop() {
    process.stop()
    try? FileManager.default.removeItem(at: folder)
  }
}
