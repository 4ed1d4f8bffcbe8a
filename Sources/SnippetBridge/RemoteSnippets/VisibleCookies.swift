import Locks

/// Which target has set the cookies that scripts can read. Their names cannot be changed, and browsers send them to all
/// ports of a host: a cookie that another snippet's target has set is not sent on. Bounded; any thread may use it.
final class VisibleCookies: Sendable {
  private struct Entry: Hashable {
    let name: String
    let value: String
  }

  private static let limit = 4096

  private let owners = Mutex<[Entry: Set<String>]>([:])

  func set(_ pair: RemoteCookies.Pair, by snippet: String) {
    owners.withLock { owners in
      if owners.count >= Self.limit { owners.removeAll() }
      owners[Entry(name: pair.name, value: pair.value), default: []].insert(snippet)
    }
  }

  func isForeign(_ pair: RemoteCookies.Pair, to snippet: String) -> Bool {
    owners.withLock { $0[Entry(name: pair.name, value: pair.value)].map { !$0.contains(snippet) } ?? false }
  }
}
