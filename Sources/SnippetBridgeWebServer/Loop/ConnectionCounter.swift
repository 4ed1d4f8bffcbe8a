import DSBridgeLocks

/// A counter of a server's connections, in total and per address. All loops share one counter.
final class ConnectionCounter: Sendable {
  enum Admission: Equatable {
    case welcome
    /// The connection is answered with status 503 and this sentence, and then closed.
    case refused(String)
    /// The connection is closed immediately, because too many other connections are already being answered with 503.
    case dropped
  }

  private struct State {
    var inAll = 0
    /// The number of additional descriptors that connections use, such as socket pairs for WebSockets over TLS.
    var furtherDescriptors = 0
    var perAddress: [AddressBlock: Int] = [:]
    var beingRefused = 0
    /// Whether a refusal was logged since the last connection was admitted. Only the first refusal is logged.
    var hasComplained = false
    /// The maximum number of descriptors for connections, or `nil` if the process's limit is unknown.
    var most: Int?

    mutating func leave(_ block: AddressBlock?) {
      guard let block else { return }
      let rest = perAddress[block, default: 1] - 1
      perAddress[block] = rest > 0 ? rest : nil
    }

    func hasRoom(forDescriptors count: Int) -> Bool {
      most.map { inAll + furtherDescriptors + count <= $0 } ?? true
    }
  }

  private let state = Mutex(State())
  private let limits: ConnectionLimits
  /// The maximum number of connections that are being answered with 503 at the same time. It is high enough that people
  /// see the reason, and low enough to keep refusals cheap.
  private static let mostBeingRefused = 64

  init(_ limits: ConnectionLimits) { self.limits = limits }

  /// Limits connections to 7/8 of the descriptors, so that some are left for files. A single address can use at most
  /// 3/4 of the connections.
  func fit(descriptors: Int) { state.withLock { $0.most = descriptors - descriptors / 8 } }

  /// Counts a new connection, unless it is dropped. `isNews` is `true` if the refusal should be logged. A proxy's
  /// connection has no block, and is not counted for an address.
  func admit(_ block: AddressBlock?) -> (admission: Admission, isNews: Bool) {
    state.withLock { state in
      let (inAll, perAddress) = most(state)
      let reason: String
      if state.inAll >= inAll {
        reason = "This server has reached its limit of \(inAll) connections."
      } else if !state.hasRoom(forDescriptors: 1) {
        reason = "This server has no free file descriptor."
      } else if let block, state.perAddress[block, default: 0] >= perAddress {
        reason = Self.tooMany(perAddress)
      } else {
        state.inAll += 1
        if let block { state.perAddress[block, default: 0] += 1 }
        state.hasComplained = false
        return (.welcome, false)
      }
      let isNews = !state.hasComplained
      state.hasComplained = true
      guard state.beingRefused < Self.mostBeingRefused else { return (.dropped, isNews) }
      state.beingRefused += 1
      return (.refused(reason), isNews)
    }
  }

  /// Removes a connection from the count. Must be called once for each connection that was not dropped.
  /// - Parameter wasWelcome: Whether the connection was accepted; `false` if it was refused.
  func left(_ block: AddressBlock?, wasWelcome: Bool) {
    state.withLock { state in
      guard wasWelcome else {
        state.beingRefused -= 1
        return
      }
      state.inAll -= 1
      state.leave(block)
    }
  }

  /// Counts the resources that a connection or a WebSocket uses in addition to its own descriptor. Returns `nil`, or
  /// the reason for a refusal. After `nil`, ``release(descriptors:of:)`` must be called once.
  /// - Parameters:
  ///   - descriptors: The number of additional descriptors, such as those of a socket pair.
  ///   - block: The address block of a WebSocket's client as a trusted proxy reports it, or `nil` without a proxy. The
  ///     WebSocket counts as a connection of this block.
  func reserve(descriptors: Int, for block: AddressBlock? = nil) -> String? {
    state.withLock { state in
      let (_, perAddress) = most(state)
      if let block, state.perAddress[block, default: 0] >= perAddress { return Self.tooMany(perAddress) }
      guard state.hasRoom(forDescriptors: descriptors) else {
        return "This server has no free file descriptors for another WebSocket."
      }
      if let block { state.perAddress[block, default: 0] += 1 }
      state.furtherDescriptors += descriptors
      return nil
    }
  }

  func release(descriptors: Int, of block: AddressBlock? = nil) {
    state.withLock { state in
      state.leave(block)
      state.furtherDescriptors -= descriptors
    }
  }

  private func most(_ state: State) -> (inAll: Int, perAddress: Int) {
    let inAll = min(limits.maximumCount, state.most ?? .max)
    return (inAll, min(limits.maximumCountPerAddress, state.most == nil ? .max : max(1, inAll - inAll / 4)))
  }

  private static func tooMany(_ count: Int) -> String {
    "This server has reached its limit of \(count) connections with this address."
  }
}

/// Limits on the connections of one server, and on the time before their first request.
public struct ConnectionLimits: Sendable {
  /// The maximum number of connections; 20,000 by default. The effective limit is at most 7/8 of the process's
  /// descriptor limit. Further connections are answered with 503.
  public var maximumCount = 20_000
  /// The maximum number of connections per IPv4 address or 64-bit IPv6 network; 10,000 by default. The effective
  /// limit is at most 3/4 of all connections.
  public var maximumCountPerAddress = 10_000
  /// The time limit for a connection's TLS handshake; 10 s by default. A slower connection is closed.
  public var handshakeTimeLimit: Duration = .seconds(10)

  /// Creates the default limits.
  public init() {}
}
