/// The list of web views in Redis, read in parts. One task at a time may read it.
actor WebViewList {
  private let connection: RedisConnection
  private let store: FleetStore
  private let count: Int
  /// The sessions that are not read completely, or nil before the first part.
  private var unread: [String]?
  private var cursor = "0"

  /// Creates a reader of parts of about `count` web views.
  init(_ connection: RedisConnection, _ store: FleetStore, count: Int) {
    self.connection = connection
    self.store = store
    self.count = count
  }

  /// Returns the next part, which may be empty, or nil at the end.
  func next() async throws(RedisError) -> [(id: String, record: Directory.Record)]? {
    if unread == nil {
      let reply = try await connection.call(store.sessions())
      unread = reply.elements?.compactMap(\.text).filter(FleetMessage.isSession)
    }
    guard let session = unread?.last else { return nil }
    let reply = try await connection.call(store.webViews(of: session, cursor: cursor, count: count))
    cursor = reply.elements?.first?.text ?? "0"
    // Another task may have read the end of this session meanwhile.
    if cursor == "0", unread?.last == session { unread?.removeLast() }
    return reply.elements?.last?.fields.compactMap { id, head, json in
      Int(head).map { (id: id, record: Directory.Record(session: session, revision: $0, json: json)) }
    } ?? []
  }
}
