public import DSBridge
import DSBridgeLocks
public import Foundation
import SnippetBridgeWebClient
import SnippetBridgeWebServer

extension BridgeServer {
  /// Adds a proxied site while the server runs. Returns the site's URL when its port accepts connections.
  ///
  ///     let url = try await server.add(proxiedSite: ProxiedSite(name: "news", target: "https://news.example"))
  ///
  /// The ``navigationPolicy`` must allow the target. If this function throws, the site has not been added.
  /// - Parameters:
  ///   - site: The site to add. Its name and its target must differ from those of all other sites.
  ///   - connectsFirst: Whether to add the site only if its target accepts a connection within 10 seconds.
  ///   - prepare: A closure that adds interfaces to the site's pages, as in ``prepare(proxiedSite:_:)``. If `nil`, the
  ///     default, the pages have no interfaces.
  @discardableResult
  public func add(
    proxiedSite site: ProxiedSite, connectsFirst: Bool = true,
    prepare: (@Sendable (WebView) async throws -> Void)? = nil
  ) async throws(ProxiedSiteError) -> URL {
    let sites = registry.sites
    guard let server = running.withLock({ $0 }), !ports.isEmpty else { throw .notRunning(site) }
    let proxy = try sites.reserve(site, besides: ports)
    do throws(ProxiedSiteError) {
      if let url = URL(string: "\(proxy.target)/"), case .deny(let reason) = navigationPolicy.decision(for: url) {
        throw ProxiedSiteError(
          .denied,
          """
          The proxied site "\(site.name)" cannot be added: \(reason) Change the server's navigationPolicy to allow it.
          """)
      }
      if connectsFirst { try await connect(to: proxy) }
      let (index, port) = try await listen(for: site, on: server)
      if let prepare { registry.setPreparation(ofProxiedSite: site.name, prepare) }
      sites.add(proxy, at: index, port: port)
      registry.listening.withLock {
        $0.append(ListenerAddress(port: port, isSecure: configuration.tls != .off, hasOwnPages: false))
      }
      return url(of: site.name, host: configuration.host, tls: configuration.tls, port: port)
    } catch {
      sites.abandon(site)
      throw error
    }
  }

  /// Removes a site that was added while the server was running.
  ///
  /// The site's port and web views are closed immediately. Responses that are already being sent are completed. Other
  /// sites are not affected.
  public func remove(proxiedSite name: String) throws(ProxiedSiteError) {
    guard !configuration.proxiedSites.contains(where: { $0.name == name }) else {
      throw ProxiedSiteError(
        .unknown,
        "The proxied site \"\(name)\" belongs to the configuration and cannot be removed while the server runs.")
    }
    guard let entry = registry.sites.remove(name) else {
      throw ProxiedSiteError(.unknown, "There is no proxied site \"\(name)\".")
    }
    registry.listening.withLock { $0.removeAll { $0.port == entry.port } }
    running.withLock { $0 }?.removeListener(entry.listener)
    registry.setPreparation(ofProxiedSite: name, nil)
    for webView in webViews where webView.client?.proxiedSite == name { webView.close() }
  }

  /// The proxied sites from the configuration, followed by the sites that were added while the server was running.
  public var proxiedSites: [ProxiedSite] { registry.sites.sites }

  private func connect(to proxy: SiteProxy) async throws(ProxiedSiteError) {
    let target = proxy.target
    let trust = proxy.site.authorityFile.map { TLSOptions.Trust.authorities(file: $0) } ?? .system
    do {
      let connection = try await TCPConnection.open(
        host: target.host.serverName, port: target.port, tls: target.isSecure ? TLSOptions(trust: trust) : nil,
        limit: Self.connectingTime)
      connection.cut()
    } catch {
      throw ProxiedSiteError(
        .unreachable,
        """
        The target \(target) of the proxied site "\(proxy.site.name)" does not answer: \(error). Check the address, or \
        pass connectsFirst: false.
        """)
    }
  }

  private static let connectingTime: Duration = .seconds(10)

  private func listen(
    for site: ProxiedSite, on server: WebServer
  ) async throws(ProxiedSiteError) -> (index: Int, port: Int) {
    do {
      let tls = try configuration.files(of: configuration.tls, addedSite: site.name)
      return try await server.add(.init(host: configuration.host, port: site.port, tls: tls, hasOwnPages: false))
    } catch {
      let isEnded = (error as? WebServerError)?.code == .notRunning
      throw ProxiedSiteError(
        isEnded ? .notRunning : .noPort, "The proxied site \"\(site.name)\" cannot be added: \(error)")
    }
  }
}
