import DSBridgeLocks
import DSBridgeText

/// The list of web views in Redis, read in parts. One task at a time may read it.
final class WebViewList: Sendable {
  private struct Position {
    /// The sessions that are not read completely, or nil before the first part.
    var sessions: [String]?
    var cursor = "0"
  }

  private let connection: RedisConnection
  private let store: FleetStore
  private let count: Int
  private let position = Mutex(Position())

  /// Creates a reader of parts of about `count` web views.
  init(_ connection: RedisConnection, _ store: FleetStore, count: Int) {
    self.connection = connection
    self.store = store
    self.count = count
  }

  /// Returns the next part, which may be empty, or nil at the end.
  func next() async throws(RedisError) -> [(id: String, record: Directory.Record)]? {
    if position.withLock({ $0.sessions == nil }) {
      let reply = try await connection.call(store.sessions())
      let sessions = reply.elements?.first?.elements?.compactMap(\.text).filter(FleetMessage.isSession) ?? []
      position.withLock { $0.sessions = sessions }
    }
    let (last, cursor) = position.withLock { ($0.sessions?.last, $0.cursor) }
    guard let session = last else { return nil }
    let reply = try await connection.call(store.webViews(of: session, cursor: cursor, count: count))
    position.withLock { position in
      position.cursor = reply.elements?.first?.text ?? "0"
      if position.cursor == "0" { position.sessions?.removeLast() }
    }
    let fields = reply.elements?.last?.elements ?? []
    return stride(from: 0, to: fields.count - 1, by: 2).compactMap { index in
      guard let id = fields[index].text, let value = fields[index + 1].bytes,
        let space = value.firstIndex(of: UInt8(ascii: " ")), let revision = Int(String(peer: value[..<space]))
      else { return nil }
      return (id, Directory.Record(session: session, revision: revision, json: Array(value[(space + 1)...])))
    }
  }
}
