import DSBridge
import DSBridgeLocks
import DSBridgeText
public import Foundation

/// The web views of all servers of a fleet.
public struct FleetWebViews: Sendable {
  let node: FleetNode

  /// A web view, as its server has described it.
  public struct Description: Sendable {
    /// The web view, for calls.
    public let webView: FleetWebView
    private let info: Members.Info
    /// The names of the groups that it has joined.
    public var groups: [String] { info.groups }
    /// The address of its server.
    public var server: String { info.server }
    /// The time at which the web view was created, by its server's clock.
    public var started: Date { Date(timeIntervalSince1970: Double(info.started) / 1000) }
    /// Indicates whether the page is connected to its server.
    public var isConnected: Bool { info.isConnected }

    /// The id of the web view.
    public var id: String { webView.id }
    /// The name that the program has set.
    public var name: String? { webView.name }

    init?(_ id: String, _ record: Directory.Record, node: FleetNode) {
      let json = JSON(String(peer: record.json))
      guard let info = try? JSONSerializer().decode(Members.Info.self, from: json) else { return nil }
      self.info = info
      webView = FleetWebView(node: node, id: id, name: info.name, session: record.session)
    }
  }

  /// Returns the present web views in parts of about `count`, at most 1,000, read from Redis one after another.
  public func pages(of count: Int = 500) -> AsyncThrowingStream<[Description], any Error> {
    let (link, outage) = node.state.withLock { ($0.link, $0.outage) }
    guard let link else { return AsyncThrowingStream { throw BridgeError(.unreachable, outage) } }
    let list = WebViewList(link.commands, node.store, count: max(1, min(count, 1_000)))
    return AsyncThrowingStream { [node] in
      do {
        return try await list.next()?.compactMap { Description($0.id, $0.record, node: node) }
      } catch {
        throw BridgeError(.unreachable, "The list of web views could not be read: \(error)")
      }
    }
  }

  /// A change in the list of web views.
  @nonexhaustive public enum Change: Sendable {
    /// A web view that the reader does not know. The first changes are the present web views.
    case joined(Description)
    /// A change of the name, the groups or the connection.
    case changed(Description)
    /// The web view was closed, or its server has ended.
    case left(id: String)
  }

  /// The changes. Each access creates a new sequence. A slow reader gets the newest state of each web view. While Redis
  /// cannot be reached, the sequence waits. No difference is lost.
  public var changes: Changes { Changes(node: node) }

  /// A sequence of changes.
  public struct Changes: AsyncSequence, Sendable {
    let node: FleetNode

    /// Creates a reader, whose first changes are the present web views.
    public func makeAsyncIterator() -> Iterator { Iterator(node) }

    /// A reader of the changes. It stops when it is released.
    public final class Iterator: AsyncIteratorProtocol {
      private let node: FleetNode
      private var signals: AsyncStream<Void>.Iterator

      init(_ node: FleetNode) {
        let (stream, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.node = node
        signals = stream.makeAsyncIterator()
        node.addReader(ObjectIdentifier(self), signal)
      }

      deinit {
        node.removeReader(ObjectIdentifier(self))
      }

      /// Returns the next change, or nil if the task is cancelled.
      public func next() async -> Change? {
        await next(isolation: nil)
      }

      /// Returns the next change in the caller's isolation, or nil if the task is cancelled.
      public func next(isolation actor: isolated (any Actor)?) async -> Change? {
        while true {
          while let (id, wasKnown, record) = node.nextEvent(of: ObjectIdentifier(self)) {
            guard let record else { return .left(id: id) }
            guard let description = Description(id, record, node: node) else { continue }
            return wasKnown ? .changed(description) : .joined(description)
          }
          guard await signals.next(isolation: actor) != nil else { return nil }
        }
      }
    }
  }
}
