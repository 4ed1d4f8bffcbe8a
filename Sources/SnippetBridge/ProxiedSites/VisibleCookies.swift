import DSBridgeLocks
import SnippetBridgeWebServer

/// A record of the cookies that scripts can read, and of the proxied sites whose targets have set them. Safe on any
/// thread.
///
/// The server cannot change the names of such cookies, and browsers send them to all ports of a host, so a request does
/// not show which site a cookie belongs to. The server looks the cookie up in this record. It does not forward a cookie
/// to a site's target if only targets of other sites have set that cookie.
///
/// Each site has a table of limited size, which contains a list of cookies for each browser. Therefore, new cookies
/// from a target evict only entries of that target. New cookies in a browser evict only entries of that browser or of
/// the least recently used browser. An entry is a digest, so its size does not depend on the cookie.
final class VisibleCookies: Sendable {
  /// The maximum number of cookies to record per target and browser. Browsers store fewer cookies per host.
  static let maximumCountPerBrowser = 256
  /// The maximum number of browsers to record per target.
  static let maximumBrowsers = 256

  /// The first half of a SHA-256 digest.
  private typealias Digest = UInt128

  private static func digest(_ text: String) -> Digest {
    SHA256.digest(of: Array(text.utf8)).prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
  }

  private struct Table {
    /// The cookies that were set in each browser, oldest first.
    private var browsers: [Digest: (cookies: [Digest], use: Int)] = [:]
    /// The number of browsers in which each cookie was set.
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

  /// The tables, by site name.
  private let tables = Mutex<[String: Table]>([:])

  /// Returns the number of recorded cookies for a site's target.
  func count(of site: String) -> Int { tables.withLock { $0[site]?.counts.count ?? 0 } }

  /// Records that a site's target has set a cookie in a browser.
  /// - Parameter browser: The browser's session or network.
  func set(_ pair: SiteCookies.Pair, by site: String, in browser: String) {
    let (cookie, browser) = (Self.digest(pair.name + pair.value), Self.digest(browser))
    tables.withLock { $0[site, default: Table()].set(cookie, in: browser) }
  }

  func isForeign(_ pair: SiteCookies.Pair, to site: String) -> Bool {
    let cookie = Self.digest(pair.name + pair.value)
    return tables.withLock { tables in
      tables[site]?.counts[cookie] == nil && tables.values.contains { $0.counts[cookie] != nil }
    }
  }
}
