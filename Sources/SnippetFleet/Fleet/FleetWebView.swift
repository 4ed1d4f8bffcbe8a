import DSBridge
import DSBridgeLocks

/// A web view of any server of the fleet.
public struct FleetWebView: Sendable {
  let node: FleetNode
  /// The id of the web view.
  public let id: String
  /// The name that the program has set.
  public let name: String?
  let session: String

  /// Calls a function of the page and returns its last result, like `call` of a local web view.
  ///
  ///     let sum = try await webView.call("addValue", with: [3, 4], returning: Int.self, within: .seconds(5))
  ///
  /// Each call runs at most once. Throws a `BridgeError`: the page's errors with their codes, `notFound` (the web view
  /// is closed; the call has not run), `interrupted` (the connection was lost; it may have run), `timeout`, or
  /// `unreachable` (Redis cannot be reached; it has not run).
  public nonisolated(nonsending) func call<T: Decodable & Sendable>(
    _ function: String, with parameters: [Any] = [], returning type: T.Type, within limit: Duration? = nil
  ) async throws -> T {
    let body = try JSONSerializer().encode(any: parameters)
    return try FleetNode.decode(try await value(function, body, limit), as: type, from: function)
  }

  /// Calls a function of the page and waits until it returns. The result is ignored.
  public nonisolated(nonsending) func call(
    _ function: String, with parameters: [Any] = [], returning type: Void.Type = Void.self,
    within limit: Duration? = nil
  ) async throws {
    _ = try await value(function, try JSONSerializer().encode(any: parameters), limit)
  }

  private func value(_ function: String, _ body: JSON, _ limit: Duration?) async throws -> JSON? {
    let call = FleetMessage.Content.call(webView: id, function: function, wantsAll: false, limit: limit)
    do {
      return try await node.value(call, to: session, body: body, within: limit)
    } catch let error as BridgeError where error.code == .notFound {
      // The call has not run. The server may have a new session.
      guard let other = try await node.find(node: session.prefix { $0 != "." }), other != session else { throw error }
      return try await node.value(call, to: other, body: body, within: limit)
    }
  }

  /// Calls a function of the page that answers several times, and returns the results as a sequence.
  ///
  /// The sequence throws like ``call(_:with:returning:within:)``. If its reader falls behind by more than 1,000
  /// results, it throws an error with the code `tooLarge`. Ending the loop cancels the call.
  public func values<T: Decodable & Sendable>(
    from function: String, with parameters: [Any] = [], of type: T.Type, within limit: Duration? = nil
  ) throws -> AsyncThrowingStream<T, any Error> {
    let (answers, _) = node.answers(
      .call(webView: id, function: function, wantsAll: true, limit: limit), to: session,
      body: try JSONSerializer().encode(any: parameters), within: limit, buffering: .bufferingOldest(1_000))
    let isOver = Mutex(false)
    return AsyncThrowingStream {
      guard !isOver.withLock({ $0 }) else { return nil }
      for await answer in answers {
        if answer.isLast { isOver.withLock { $0 = true } }
        let json = try answer.result.get()
        guard json != nil || !answer.isLast else { return nil }
        return try FleetNode.decode(json, as: type, from: function)
      }
      try Task.checkCancellation()
      throw BridgeError(.tooLarge, "The page has sent more than 1,000 results that the program has not read.")
    }
  }
}

extension FleetNode {
  static func decode<T: Decodable>(_ json: JSON?, as type: T.Type, from function: String) throws -> T {
    do {
      return try JSONSerializer().decode(type, from: json ?? "null")
    } catch {
      throw BridgeError(.returnTypeMismatch, "\"\(function)\" must return \(type): \(error)")
    }
  }

  /// Returns the present session of a node.
  func find(node: some StringProtocol) async throws -> String? {
    let text = try await ask(store.find(node: String(node))).text
    return text?.split(separator: " ").first.map(String.init).flatMap { FleetMessage.isSession($0) ? $0 : nil }
  }
}

/// The web views of a fleet that have joined a group.
public struct FleetGroup: Sendable {
  let node: FleetNode
  /// The name of the group.
  public let name: String

  /// Calls a function of all pages of the group, and returns how many servers and pages the call has reached. Results
  /// of the pages are ignored. Redis gets one message for each server.
  /// - Parameter limit: The time limit for the servers' confirmations.
  @discardableResult
  public nonisolated(nonsending) func call(
    _ function: String, with parameters: [Any] = [], within limit: Duration = .seconds(5)
  ) async throws -> FleetReach {
    try await node.gather(function, in: name, body: try JSONSerializer().encode(any: parameters), within: limit)
  }
}

/// The result of a call to a group.
public struct FleetReach: Sendable, Hashable {
  /// The number of servers that have passed the call on to pages.
  public var servers: Int
  /// The number of pages that get the call.
  public var pages: Int
  /// The number of servers that the call was sent to, but that have not answered in time.
  public var silentServers: Int

  /// Creates a result, for comparisons in tests.
  public init(servers: Int, pages: Int, silentServers: Int = 0) {
    self.servers = servers
    self.pages = pages
    self.silentServers = silentServers
  }
}
