import DSBridge
import DSBridgeLocks
import Logging

/// The list of all web views of the fleet.
extension FleetNode {
  /// Adds a reader, whose first events are the present web views.
  func addReader(_ id: ObjectIdentifier, _ signal: AsyncStream<Void>.Continuation) {
    let isFirst = state.withLock { state in
      var unread = DirectoryReader()
      unread.add(state.directory.records.keys)
      state.readers[id] = (unread, signal)
      return state.readers.count == 1
    }
    signal.yield()
    if isFirst { reloadDirectory() }
  }

  func removeReader(_ id: ObjectIdentifier) {
    state.withLock { state in
      state.readers[id] = nil
      guard state.readers.isEmpty else { return }
      state.directory = Directory()
      state.loads += 1
      // Queued under the lock, so that a new reader subscribes after this.
      state.link?.subscriber.send(store.unsubscribe(from: store.changes))
    }
  }

  func nextEvent(of reader: ObjectIdentifier) -> DirectoryReader.Event? {
    state.withLock { state in state.readers[reader]?.unread.take(from: state.directory) }
  }

  /// Applies a published change.
  func changed(_ bytes: [UInt8]) {
    guard let (revision, change) = Directory.Change.parse(bytes) else { return }
    let mustReload = state.withLock { state in
      guard let ids = state.directory.apply(change, revision: revision) else { return true }
      Self.tell(ids, &state)
      return false
    }
    if mustReload { reloadDirectory() }
  }

  private static func tell(_ ids: [String], _ state: inout State) {
    guard !ids.isEmpty else { return }
    for reader in state.readers.keys {
      state.readers[reader]?.unread.add(ids)
      state.readers[reader]?.signal.yield()
    }
  }

  /// Reads the list, if there are readers. If it is being read already, it is read once more afterwards.
  func reloadDirectory() {
    let begun = state.withLock { state -> (link: Link, load: Int)? in
      guard !state.readers.isEmpty, let link = state.link else { return nil }
      guard !state.directory.isLoading else {
        state.mustReload = true
        return nil
      }
      state.directory.beginLoading()
      state.loads += 1
      return (link, state.loads)
    }
    guard let (link, number) = begun else { return }
    Task {
      var isLoaded = false
      do {
        // Changes must arrive before the first part is read.
        _ = try await link.subscriber.call(store.subscribe(to: store.changes))
        let list = WebViewList(link.commands, store, count: 500)
        while let part = try await list.next() {
          state.withLock { state in
            if state.loads == number { Self.tell(state.directory.load(part), &state) }
          }
        }
        isLoaded = true
      } catch {
        // A lost connection begins a new session, which reads the list again.
        logger.warning("the list of web views could not be read", metadata: ["reason": "\(error)"])
      }
      let mustReload = state.withLock { state in
        // Another directory may be read by now.
        guard state.loads == number else { return false }
        Self.tell(state.directory.endLoading(isComplete: isLoaded), &state)
        defer { state.mustReload = false }
        return state.mustReload
      }
      if mustReload { reloadDirectory() }
    }
  }
}
