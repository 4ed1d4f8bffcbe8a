import SnippetBridgeWebClient

/// The beginning of a connection: Sentinel, password and version.
extension RedisConnection {
  /// The oldest version of Redis that the fleet's commands need.
  static let oldestVersion = (6, 2)

  /// Connects to the primary and authenticates.
  static func openSession(
    _ address: RedisAddress, at endpoint: Endpoint, limits: RedisLimits, subscriber: @escaping Subscriber = { _, _ in },
    ended: @escaping @Sendable (RedisError) -> Void = { _ in }
  ) async throws(RedisError) -> RedisConnection {
    let connection = try await RedisConnection(endpoint, limits: limits, subscriber: subscriber, ended: ended)
    do throws(RedisError) {
      if let password = address.password {
        let words = ["AUTH", address.user, password].compactMap(\.self).map { Array($0.utf8) }
        let user = address.user.map { " of the user \"\($0)\"" } ?? ""
        _ = try await connection.require(RedisCommand(words), at: endpoint, orElse: "rejects the password\(user)")
      }
      try await connection.checkServer(endpoint)
    } catch {
      connection.cut()
      throw error
    }
    return connection
  }

  /// Sends a command without which Redis cannot be used.
  /// - Parameter problem: A description of what Redis does if it refuses the command.
  private func require(
    _ command: RedisCommand, at endpoint: Endpoint, orElse problem: String
  ) async throws(RedisError) -> RedisReply {
    do throws(RedisError) {
      return try await call(command)
    } catch {
      guard case .refused(let reason) = error else { throw error }
      throw .unusable("Redis at \(endpoint.authority) \(problem): \(reason)")
    }
  }

  /// Checks that the server is a primary of a sufficient version.
  private func checkServer(_ endpoint: Endpoint) async throws(RedisError) {
    let information = try await require(RedisCommand("INFO"), at: endpoint, orElse: "refuses INFO").text ?? ""
    let lines = information.split(whereSeparator: \.isNewline)
    func field(_ name: String) -> Substring? { lines.first { $0.hasPrefix("\(name):") }?.dropFirst(name.count + 1) }
    let version = field("redis_version") ?? "unknown"
    let numbers = version.split(separator: ".").map { Int($0) ?? 0 } + [0, 0]
    guard (numbers[0], numbers[1]) >= Self.oldestVersion else {
      throw .unusable(
        """
        Redis at \(endpoint.authority) has version \(version). Install version \(Self.oldestVersion.0).\
        \(Self.oldestVersion.1) or newer.
        """)
    }
    guard field("role") != "slave" else {
      throw .unreachable("Redis at \(endpoint.authority) is a replica, not the primary.")
    }
  }
}

extension RedisAddress {
  /// Returns the address of the primary. If there are Sentinels, asks them one after another.
  func findPrimary(limits: RedisLimits) async throws(RedisError) -> Endpoint {
    guard let primary else { return endpoints[0] }
    var failure = RedisError.unreachable("There is no Sentinel.")
    for endpoint in endpoints {
      do throws(RedisError) {
        let sentinel = try await RedisConnection(endpoint, limits: limits)
        defer { sentinel.cut() }
        let reply = try await sentinel.call(RedisCommand("SENTINEL", "get-master-addr-by-name", primary))
        guard let parts = reply.elements, parts.count == 2, let host = parts[0].text,
          let port = parts[1].text.flatMap({ Int($0) }), (1...65_535).contains(port)
        else {
          throw .unreachable("The Sentinel at \(endpoint.authority) does not know a primary named \"\(primary)\".")
        }
        return Endpoint(host: host, port: port, tls: endpoint.tls)
      } catch {
        failure = error
      }
    }
    throw failure
  }
}
