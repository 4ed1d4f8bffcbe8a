import DSBridgeLocks
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// The proxied sites of a server, both from its configuration and those that the program adds and removes while the
/// server runs. Safe on any thread.
final class SiteTable: Sendable {
  /// A site that is being served on a port.
  struct Entry: Sendable {
    let proxy: SiteProxy
    let listener: Int
    /// The port, or `nil` before the server listens.
    var port: Int?

    var site: ProxiedSite { proxy.site }
  }

  private struct State {
    /// The parts that the proxies share, or `nil` before the server starts.
    var context: SiteContext?
    /// The sites, by the indices of their listeners.
    var entries: [Int: Entry] = [:]
    /// The proxies of sites that are being added, by site name.
    var arriving: [String: SiteProxy] = [:]
    /// The names of all sites, including removed ones.
    var names: Set<String> = []
  }

  /// The index of the first listener for proxied sites.
  private let first: Int
  /// The sites from the configuration.
  private let configured: [ProxiedSite]
  let hosts: SiteHosts
  private let state = Mutex(State())
  /// Indicates whether there are sites, or were some. Each request for the server's own pages reads this property,
  /// without the lock.
  private let hasNames = Atomic(false)

  init(_ configuration: BridgeConfiguration) {
    hosts = SiteHosts(configuration)
    first = 1 + configuration.listeners.count
    configured = configuration.proxiedSites
  }

  /// Creates the proxies for the configured sites. Called before the server starts.
  func use(_ context: SiteContext, to upstreams: [Upstream]) {
    let proxies = zip(configured, upstreams).map { SiteProxy($0, to: $1, context) }
    state.withLock { state in
      state.context = context
      for (index, proxy) in zip(first..., proxies) { state.entries[index] = Entry(proxy: proxy, listener: index) }
      state.names = Set(configured.map(\.name))
    }
    if !configured.isEmpty { hasNames.store(true, ordering: .relaxed) }
  }

  /// Records the ports of the configured sites. Called after the server has started.
  func begin(_ ports: [Int]) {
    state.withLock { for (index, port) in ports.enumerated() { $0.entries[index]?.port = port } }
  }

  /// Returns whether a listener is for a proxied site, including a removed one.
  func isSite(_ listener: Int) -> Bool { listener >= first }

  /// Returns whether a listener is for a site that was added while the server was running.
  func isAdded(_ listener: Int) -> Bool { listener >= first + configured.count }

  /// Returns the proxy for a listener, or `nil` for the server's own listeners and for removed sites.
  func proxy(at listener: Int) -> SiteProxy? {
    // Return early for the server's own pages, so that their requests do not take the lock.
    guard listener >= first else { return nil }
    return state.withLock { $0.entries[listener]?.proxy }
  }

  /// The sites, in the order in which they were added.
  var sites: [ProxiedSite] {
    state.withLock { state in
      state.context == nil ? configured : state.entries.sorted { $0.key < $1.key }.map(\.value.site)
    }
  }

  /// Returns a site that matches. The closure runs without the lock, so it may use this table.
  func entry(where matches: (Entry) -> Bool) -> Entry? { state.withLock { $0.entries.values }.first(where: matches) }

  // MARK: Origins

  /// Returns the site that browsers reach at an origin.
  func entry(at origin: WebOrigin) -> Entry? {
    guard let name = hosts.site(at: origin.host) else { return nil }
    return entry { $0.site.name == name && $0.port == origin.port }
  }

  /// Returns the origin of a site, as seen from a page of `origin`. Returns `nil` if there is no site with this name,
  /// if the server is not listening yet, or if browsers that use `origin` cannot reach the site.
  func origin(of name: String, seenFrom origin: WebOrigin) -> WebOrigin? {
    guard let port = entry(where: { $0.site.name == name })?.port,
      let host = hosts.host(of: name, seenFrom: origin.host)
    else { return nil }
    return WebOrigin(isSecure: origin.isSecure, host: host, port: port)
  }

  /// Returns whether a host name, or a domain above it, belongs to a site that this server serves or has served. The
  /// server's own pages are not available under such a name, because browsers send them the cookies of the site.
  /// - Parameter host: Evaluated only if there are sites.
  func isSite(_ host: @autoclosure () -> WebHost?) -> Bool {
    guard hasNames.load(ordering: .relaxed), let host = host() else { return false }
    guard let name = hosts.site(above: host) else { return false }
    return state.withLock { $0.names.contains(name) }
  }

  // MARK: Changes while the server runs

  /// Creates the proxy for a new site, and reserves the site's name and target, so that no other site can take them.
  /// Then call ``add(_:at:port:)`` to serve the site, or ``abandon(_:)`` to release the reservation.
  /// - Parameter ports: The ports on which this server listens. The target must not be one of them.
  func reserve(_ site: ProxiedSite, besides ports: [Int]) throws(ProxiedSiteError) -> SiteProxy {
    guard let context = state.withLock({ $0.context }) else { throw .notRunning(site) }
    let proxy: SiteProxy
    do throws(BridgeServerError) {
      proxy = SiteProxy(site, to: try SiteContext.upstream(of: site, context.configuration, besides: ports), context)
    } catch {
      throw ProxiedSiteError(.invalid, error.description)
    }
    try state.withLock { state throws(ProxiedSiteError) in
      let others = state.entries.values.map(\.proxy) + state.arriving.values
      if others.contains(where: { $0.site.name == site.name }) {
        throw ProxiedSiteError(
          .duplicate,
          "There already is a proxied site \"\(site.name)\". Choose another name, or remove that site first.")
      }
      if others.contains(where: { $0.target == proxy.target }) {
        throw ProxiedSiteError(
          .duplicate, "A proxied site already has the target \(proxy.target). Use that site, or remove it first.")
      }
      state.arriving[site.name] = proxy
    }
    return proxy
  }

  func add(_ proxy: SiteProxy, at listener: Int, port: Int) {
    hasNames.store(true, ordering: .relaxed)
    state.withLock {
      $0.arriving[proxy.site.name] = nil
      $0.names.insert(proxy.site.name)
      $0.entries[listener] = Entry(proxy: proxy, listener: listener, port: port)
    }
  }

  func abandon(_ site: ProxiedSite) { state.withLock { _ = $0.arriving.removeValue(forKey: site.name) } }

  /// Removes a site and returns it. Returns `nil` if there is no site with this name.
  func remove(_ name: String) -> Entry? {
    state.withLock { state in
      let index = state.entries.first { $0.value.site.name == name }?.key
      return index.flatMap { state.entries.removeValue(forKey: $0) }
    }
  }
}
