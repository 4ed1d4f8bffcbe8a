import Locks
import WebServer

/// The target that has set each cookie that scripts can read. The names of such cookies cannot be changed, and browsers
/// send them to all ports of a host: a cookie that another snippet's target has set is not sent on.
///
/// Each snippet has a table of its own, and each browser a part of it. So a target evicts entries of its own only, and
/// a browser those of itself, or of the browser that has used the table least recently. An entry is a digest: its size
/// does not depend on the cookie's. Any thread may use it.
final class VisibleCookies: Sendable {
  /// The maximum number of cookies of one target in one browser. Browsers keep fewer of one host.
  static let maximumCountPerBrowser = 256
  /// The maximum number of browsers of one target.
  static let maximumBrowsers = 256

  private struct Digest: Hashable {
    private let first: UInt64
    private let second: UInt64

    init(_ bytes: [UInt8]) {
      let digest = SHA256.digest(of: bytes)
      first = digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      second = digest.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    init(_ pair: RemoteCookies.Pair) { self.init(Array(pair.name.utf8) + Array(pair.value.utf8)) }
  }

  private struct Table {
    /// The oldest cookie of a browser comes first.
    private var browsers: [Digest: (cookies: [Digest], use: Int)] = [:]
    /// The number of browsers that have a cookie.
    private(set) var counts: [Digest: Int] = [:]
    private var uses = 0

    mutating func set(_ cookie: Digest, in browser: Digest) {
      uses += 1
      if browsers[browser] == nil, browsers.count >= VisibleCookies.maximumBrowsers,
        let oldest = browsers.min(by: { $0.value.use < $1.value.use })
      {
        browsers[oldest.key] = nil
        for cookie in oldest.value.cookies { release(cookie) }
      }
      var cookies = browsers.removeValue(forKey: browser)?.cookies ?? []
      if let index = cookies.firstIndex(of: cookie) {
        cookies.remove(at: index)
      } else {
        counts[cookie, default: 0] += 1
        if cookies.count >= VisibleCookies.maximumCountPerBrowser { release(cookies.removeFirst()) }
      }
      cookies.append(cookie)
      browsers[browser] = (cookies, uses)
    }

    private mutating func release(_ cookie: Digest) {
      let count = (counts[cookie] ?? 1) - 1
      counts[cookie] = count > 0 ? count : nil
    }
  }

  /// By the names of snippets.
  private let tables = Mutex<[String: Table]>([:])

  /// The number of cookies that are known of a snippet's target.
  func count(of snippet: String) -> Int { tables.withLock { $0[snippet]?.counts.count ?? 0 } }

  /// - Parameter browser: identifies the browser: its session, or its address.
  func set(_ pair: RemoteCookies.Pair, by snippet: String, in browser: String) {
    let (cookie, browser) = (Digest(pair), Digest(Array(browser.utf8)))
    tables.withLock { $0[snippet, default: Table()].set(cookie, in: browser) }
  }

  func isForeign(_ pair: RemoteCookies.Pair, to snippet: String) -> Bool {
    let cookie = Digest(pair)
    return tables.withLock { tables in
      tables[snippet]?.counts[cookie] == nil && tables.values.contains { $0.counts[cookie] != nil }
    }
  }
}
