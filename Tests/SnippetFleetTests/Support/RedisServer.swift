import Foundation
import TestSupport

@testable import SnippetFleet

/// A Redis server with a temporary folder on a port of its own.
final class RedisServer: Sendable {
  let port: Int
  private let folder: URL
  private let options: [String]
  let process: BackgroundProgram

  init(_ options: [String] = [], port: Int = ReservedPort.next()) throws {
    self.port = port
    self.options = options
    folder = FileManager.default.temporaryDirectory.appending(path: "RedisServer-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process = try BackgroundProgram(
      [
        "redis-server", "--port", "\(port)", "--bind", "127.0.0.1", "--dir", folder.path, "--save", "", "--appendonly",
        "no",
      ]
        + options, until: "Ready to accept connections")
  }

  deinit {
    process.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  var url: String { "redis://127.0.0.1:\(port)" }

  /// Opens a connection, for commands of a test.
  func connect(_ subscriber: @escaping RedisConnection.Subscriber = { _, _ in }) async throws -> RedisConnection {
    let address = try RedisAddress(url)
    return try await RedisConnection(address.endpoints[0], limits: RedisLimits(), subscriber: subscriber)
  }

  /// Runs a command in a connection of its own.
  func run(_ arguments: String...) async throws -> RedisReply {
    let connection = try await connect()
    defer { connection.cut() }
    return try await connection.call(RedisCommand(arguments.map { Array($0.utf8) }))
  }
}
