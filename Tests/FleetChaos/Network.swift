import Foundation
import TestSupport

/// Network namespaces, one for each machine, that a bridge of the host connects. Needs root.
///
/// A cut drops packets silently and in one direction, as a broken network does: the sender's neighbour table names an
/// Ethernet address that does not exist.
final class Network: Sendable {
  static let prefix = "10.77.91"
  static let port = 8080
  private static let bridge = "sbchaos"

  /// A machine of the network.
  struct Machine: Hashable, Sendable {
    let name: String
    let number: Int

    var address: String { "\(prefix).\(number)" }
    fileprivate var namespace: String { "\(bridge)-\(name)" }
    fileprivate var device: String { "\(bridge)\(number)" }
  }

  /// The host, on which HAProxy and the pages run.
  static let host = "\(prefix).1"
  static let redis = Machine(name: "redis", number: 2)
  static let servers = ["a", "b", "c"].enumerated().map { Machine(name: $1, number: 11 + $0) }

  init() throws {
    Self.remove()
    do {
      try Self.ip("link", "add", Self.bridge, "type", "bridge")
      try Self.ip("addr", "add", "\(Self.host)/24", "dev", Self.bridge)
      try Self.ip("link", "set", Self.bridge, "up")
      for machine in Self.servers + [Self.redis] {
        try Self.ip("netns", "add", machine.namespace)
        try Self.ip("link", "add", machine.device, "type", "veth", "peer", "name", "eth0", "netns", machine.namespace)
        try Self.ip("link", "set", machine.device, "master", Self.bridge, "up")
        try Self.ip("-n", machine.namespace, "link", "set", "lo", "up")
        try Self.ip("-n", machine.namespace, "addr", "add", "\(machine.address)/24", "dev", "eth0")
        try Self.ip("-n", machine.namespace, "link", "set", "eth0", "up")
      }
    } catch {
      Self.remove()
      throw TestError("Network namespaces cannot be created: \(error). Run this program as root, with iproute2.")
    }
  }

  /// Returns the arguments that run a program on a machine.
  func command(_ arguments: [String], on machine: Machine) -> [String] {
    ["ip", "netns", "exec", machine.namespace] + arguments
  }

  /// Drops the packets from a machine to an address.
  func cut(from machine: Machine, to address: String) throws {
    try Self.ip(
      "-n", machine.namespace, "neigh", "replace", address, "lladdr", "02:00:00:00:00:01", "nud", "permanent", "dev",
      "eth0")
  }

  /// Ends a cut.
  func mend(from machine: Machine, to address: String) throws {
    try Self.ip("-n", machine.namespace, "neigh", "del", address, "dev", "eth0")
  }

  /// Removes everything, also what a run that was killed has left.
  static func remove() {
    for machine in servers + [redis] { try? ip("netns", "del", machine.namespace) }
    for machine in servers + [redis] { try? ip("link", "del", machine.device) }
    try? ip("link", "del", bridge)
  }

  private static func ip(_ arguments: String...) throws {
    let command = try Command(["ip"] + arguments)
    guard command.status == 0 else {
      throw TestError("ip \(arguments.joined(separator: " ")): \(command.output.trimmingCharacters(in: .newlines))")
    }
  }
}
