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
    let isKnown = changeDirectory { state in state.directory.apply(change, revision: revision) }
    if !isKnown { reloadDirectory() }
  }

  /// Changes the list. Tells its readers which web views have changed: those whose ids `body` returns. Returns false if
  /// `body` returns nil.
  ///
  /// The readers are resumed after the lock was released (docs/internals/architecture.md, "Locks").
  @discardableResult private func changeDirectory(_ body: (inout State) -> [String]?) -> Bool {
    let signals = state.withLock { state -> [AsyncStream<Void>.Continuation]? in
      guard let ids = body(&state) else { return nil }
      guard !ids.isEmpty else { return [] }
      for reader in state.readers.keys { state.readers[reader]?.unread.add(ids) }
      return state.readers.values.map(\.signal)
    }
    for signal in signals ?? [] { signal.yield() }
    return signals != nil
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
          changeDirectory { state in state.loads == number ? state.directory.load(part) : nil }
        }
        isLoaded = true
      } catch {
        // A lost connection begins a new session, which reads the list again.
        logger.warning("the list of web views could not be read", metadata: ["reason": "\(error)"])
      }
      var mustReload = false
      changeDirectory { [isLoaded] state in
        // Another directory may be read by now.
        guard state.loads == number else { return nil }
        mustReload = exchange(&state.mustReload, with: false)
        return state.directory.endLoading(isComplete: isLoaded)
      }
      if mustReload { reloadDirectory() }
    }
  }
}
