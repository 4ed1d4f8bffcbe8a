import ArgumentParser
import DSBridgeLocks
import Foundation
import Glibc
import TestSupport

/// A way in which a machine or its connections fail.
enum Disturbance: String, CaseIterable, ExpressibleByArgument, Sendable {
  case kill, stop, freeze, restartRedis, freezeRedis
  /// The server's packets to Redis, or those of Redis to the server, are lost.
  case cutToRedis, cutFromRedis
  /// The server's packets to another server are lost.
  case cutToServer
  /// The server's packets to HAProxy are lost.
  case cutToPages

  /// The time after which the disturbance is repaired. It is longer than a lease.
  var duration: Duration { .seconds(7) }

  /// Indicates whether the pages of all servers are affected.
  var concernsAll: Bool { self == .restartRedis || self == .freezeRedis }
}

/// The processes of the fleet: Redis, three servers and HAProxy.
final class Machines: Sendable {
  private let network: Network
  private let logs: String?
  private let folder: URL
  private let redis: Mutex<BackgroundProgram>
  private let servers: Mutex<[Network.Machine: BackgroundProgram]>
  private let balancer: BackgroundProgram

  let redisURL = "redis://\(Network.redis.address):6379"
  let url: URL

  /// - Parameter logs: A folder to which the servers write their logs, or nil.
  init(_ network: Network, logs: String? = nil) throws {
    (self.network, self.logs) = (network, logs)
    folder = FileManager.default.temporaryDirectory.appending(path: "FleetChaos-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    redis = Mutex(try Self.startRedis(network, folder))
    var started: [Network.Machine: BackgroundProgram] = [:]
    for machine in Network.servers { started[machine] = try Self.startServer(machine, network, logs: logs) }
    servers = Mutex(started)
    let file = folder.appending(path: "haproxy.cfg")
    let lines = """
      global
        maxconn 2000
      defaults
        mode http
        timeout connect 1s
        timeout client 1h
        timeout server 1h
        timeout check 600ms
        option redispatch
        retries 2
        option forwardfor
        option httpchk
        http-check send meth GET uri /health ver HTTP/1.1 hdr Host \(Network.host)
      frontend all
        bind \(Network.host):\(Network.port)
        default_backend servers
      backend servers
        balance roundrobin
        \(Network.servers.map { "server \($0.name) \($0.address):\(Network.port) check inter 300ms fall 2" }.joined(separator: "\n  "))

      """
    try Data(lines.utf8).write(to: file)
    balancer = try BackgroundProgram(["/usr/sbin/haproxy", "-f", file.path, "-db", "-V"], until: "")
    url = URL(string: "http://\(Network.host):\(Network.port)/") ?? URL(filePath: "/")
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private static func startRedis(_ network: Network, _ folder: URL) throws -> BackgroundProgram {
    let options = ["--bind", Network.redis.address, "--protected-mode", "no", "--save", "", "--appendonly", "no"]
    return try BackgroundProgram(
      network.command(["redis-server", "--dir", folder.path] + options, on: Network.redis),
      until: "Ready to accept connections")
  }

  private static func startServer(
    _ machine: Network.Machine, _ network: Network, logs: String?
  ) throws -> BackgroundProgram {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    var options = ["--redis", "redis://\(Network.redis.address):6379", "--host", machine.address]
    if let logs { options += ["--log", "\(logs)/\(machine.name).log"] }
    return try BackgroundProgram(
      network.command([program, "serve", "--name", machine.name] + options, on: machine), until: "Open ")
  }

  func begin(_ kind: Disturbance, _ machine: Network.Machine) throws {
    let server = servers.withLock { $0[machine] }
    switch kind {
    case .kill: server?.stop()
    case .stop: server?.send(SIGTERM)
    case .freeze: server?.send(SIGSTOP)
    case .restartRedis: redis.withLock { $0 }.stop()
    case .freezeRedis: redis.withLock { $0 }.send(SIGSTOP)
    case .cutToRedis: try network.cut(from: machine, to: Network.redis.address)
    case .cutFromRedis: try network.cut(from: Network.redis, to: machine.address)
    case .cutToServer: try network.cut(from: machine, to: other(machine).address)
    case .cutToPages: try network.cut(from: machine, to: Network.host)
    }
  }

  /// Repairs a disturbance after its time.
  func repair(_ kind: Disturbance, _ machine: Network.Machine) async throws {
    try await Task.sleep(for: kind == .restartRedis ? .seconds(1) : kind.duration)
    switch kind {
    case .kill, .stop:
      servers.withLock { $0.removeValue(forKey: machine) }?.stop()
      let new = try Self.startServer(machine, network, logs: logs)
      servers.withLock { $0[machine] = new }
    case .freeze: servers.withLock { $0[machine] }?.send(SIGCONT)
    case .restartRedis:
      let new = try Self.startRedis(network, folder)
      redis.withLock { $0 = new }
    case .freezeRedis: redis.withLock { $0 }.send(SIGCONT)
    case .cutToRedis: try network.mend(from: machine, to: Network.redis.address)
    case .cutFromRedis: try network.mend(from: Network.redis, to: machine.address)
    case .cutToServer: try network.mend(from: machine, to: other(machine).address)
    case .cutToPages: try network.mend(from: machine, to: Network.host)
    }
  }

  private func other(_ machine: Network.Machine) -> Network.Machine {
    Network.servers.first { $0 != machine } ?? machine
  }
}
