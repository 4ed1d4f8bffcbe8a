import DSBridgeLocks
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// The proxied sites of a server, both from its configuration and those that the program adds and removes while the
/// server runs. Safe on any thread.
final class SiteTable: Sendable {
  /// A site that is being served on a port.
  struct Entry: Sendable {
    let site: ProxiedSite
    let proxy: SiteProxy
    let listener: Int
    let port: Int
  }

  private struct State {
    var maker: SiteProxyMaker?
    /// The proxies of the sites, by the indices of their listeners.
    var proxies: [Int: SiteProxy] = [:]
    var ports: [Int: Int] = [:]
    /// The targets of sites that are being added, by site name.
    var arriving: [String: WebOrigin] = [:]
  }

  /// The index of the first listener for proxied sites.
  private let first: Int
  /// The sites from the configuration.
  private let configured: [ProxiedSite]
  private let state = Mutex(State())

  init(_ configuration: BridgeConfiguration) {
    first = 1 + configuration.listeners.count
    configured = configuration.proxiedSites
  }

  /// Sets the proxies for the configured sites. Called before the server starts.
  func use(_ maker: SiteProxyMaker, to upstreams: [Upstream]) {
    let proxies = maker.proxies(to: upstreams, from: first)
    state.withLock {
      $0.maker = maker
      $0.proxies = proxies
    }
  }

  /// Records the ports of the configured sites. Called after the server has started.
  func begin(_ ports: [Int]) {
    state.withLock { for (index, port) in ports.enumerated() where index >= first { $0.ports[index] = port } }
  }

  /// Returns whether a listener is for a proxied site, including a removed one.
  func isSite(_ listener: Int) -> Bool { listener >= first }

  /// Returns whether a listener is for a site that was added while the server was running.
  func isAdded(_ listener: Int) -> Bool { listener >= first + configured.count }

  /// Returns the proxy for a listener, or `nil` for the server's own listeners and for removed sites.
  func proxy(at listener: Int) -> SiteProxy? {
    // Return early for the server's own pages, so that their requests do not take the lock.
    guard listener >= first else { return nil }
    return state.withLock { $0.proxies[listener] }
  }

  /// The sites, in the order in which they were added.
  var sites: [ProxiedSite] {
    state.withLock { state in
      state.maker == nil ? configured : state.proxies.sorted { $0.key < $1.key }.map(\.value.site)
    }
  }

  func entry(named name: String) -> Entry? { entry { $0.site.name == name } }

  func entry(to target: WebOrigin) -> Entry? { entry { $0.target == target } }

  /// Returns the target of the site that is served at a port.
  func target(atPort port: Int) -> String? {
    state.withLock { state in
      state.ports.first { $0.value == port }.flatMap { state.proxies[$0.key] }.map { "\($0.target)" }
    }
  }

  private func entry(where matches: (SiteProxy) -> Bool) -> Entry? {
    state.withLock { state in
      state.proxies.first { matches($0.value) }.map { index, proxy in
        Entry(site: proxy.site, proxy: proxy, listener: index, port: state.ports[index] ?? 0)
      }
    }
  }

  // MARK: Changes while the server runs

  /// Creates the proxy for a new site, and reserves the site's name and target, so that no other site can take them.
  /// Then call ``add(_:at:port:)`` to serve the site, or ``abandon(_:)`` to release the reservation.
  func reserve(_ site: ProxiedSite) throws(ProxiedSiteError) -> SiteProxy {
    guard let maker = state.withLock({ $0.maker }) else {
      throw ProxiedSiteError(
        .notRunning, "The server is not running. Add the site \"\(site.name)\" after it has started.")
    }
    let proxy: SiteProxy
    do throws(BridgeServerError) { proxy = try maker.make(site) } catch {
      throw ProxiedSiteError(.invalid, error.description)
    }
    try state.withLock { state throws(ProxiedSiteError) in
      let (names, targets) = (state.proxies.values.map(\.site.name), state.proxies.values.map(\.target))
      if names.contains(site.name) || state.arriving[site.name] != nil {
        throw ProxiedSiteError(
          .duplicate,
          "There already is a proxied site \"\(site.name)\". Choose another name, or remove that site first.")
      }
      if targets.contains(proxy.target) || state.arriving.values.contains(proxy.target) {
        throw ProxiedSiteError(
          .duplicate, "A proxied site already has the target \(proxy.target). Use that site, or remove it first.")
      }
      state.arriving[site.name] = proxy.target
    }
    return proxy
  }

  func add(_ proxy: SiteProxy, at listener: Int, port: Int) {
    state.withLock {
      $0.arriving[proxy.site.name] = nil
      $0.proxies[listener] = proxy
      $0.ports[listener] = port
    }
  }

  func abandon(_ site: ProxiedSite) { state.withLock { _ = $0.arriving.removeValue(forKey: site.name) } }

  /// Removes a site and returns it. Returns `nil` if there is no site with this name.
  func remove(_ name: String) -> Entry? {
    guard let entry = entry(named: name) else { return nil }
    let removed = state.withLock { state in
      state.ports[entry.listener] = nil
      return state.proxies.removeValue(forKey: entry.listener)
    }
    return removed == nil ? nil : entry
  }
}
