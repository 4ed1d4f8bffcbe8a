// Deprecated names of this module. This file will be deleted in version 1.0.

public import DSBridge

/// The old name of ``PageContent``.
@available(*, deprecated, renamed: "PageContent")
public typealias Document = PageContent

/// The old name of ``ProxiedSite``.
@available(*, deprecated, renamed: "ProxiedSite")
public typealias RemoteSnippet = ProxiedSite

/// The old name of ``NavigationRequest``.
@available(*, deprecated, renamed: "NavigationRequest")
public typealias Intercepted = NavigationRequest

/// The old name of ``PageService``.
@available(*, deprecated, renamed: "PageService")
public typealias PagePart = PageService

/// The old name of ``CrossOriginIsolation``.
@available(*, deprecated, renamed: "CrossOriginIsolation")
public typealias Isolation = CrossOriginIsolation

extension BridgeConfiguration {
  /// The old name of ``proxiedSites``.
  @available(*, deprecated, renamed: "proxiedSites")
  public var remoteSnippets: [ProxiedSite] {
    get { proxiedSites }
    set { proxiedSites = newValue }
  }

  /// The old name of ``isInDebugMode``.
  @available(*, deprecated, renamed: "isInDebugMode")
  public var debugMode: Bool {
    get { isInDebugMode }
    set { isInDebugMode = newValue }
  }
}

extension BridgeServer {
  /// The old name of ``prepare(proxiedSite:_:)``.
  @available(*, deprecated, renamed: "prepare(proxiedSite:_:)")
  public func prepare(
    remoteSnippet name: String, _ prepare: @escaping @Sendable (WebView) async throws -> Void
  ) {
    self.prepare(proxiedSite: name, prepare)
  }
}

extension WebViewClient {
  /// The old name of ``proxiedSite``.
  @available(*, deprecated, renamed: "proxiedSite")
  public var remoteSnippet: String? {
    get { proxiedSite }
    set { proxiedSite = newValue }
  }
}

extension Downloads {
  /// The old name of ``alsoSavesInBrowser``.
  @available(*, deprecated, renamed: "alsoSavesInBrowser")
  public var areHandedOn: Bool {
    get { alsoSavesInBrowser }
    set { alsoSavesInBrowser = newValue }
  }
}

extension NavigationPolicy {
  /// The old name of ``iframes``.
  @available(*, deprecated, renamed: "iframes")
  public var frames: NavigationRules { iframes }

  /// The old form of ``init(allow:deny:iframes:)``.
  @available(*, deprecated, renamed: "init(allow:deny:iframes:)")
  public init(allow: [NavigationRule]? = nil, deny: [NavigationRule] = [], frames: NavigationRules?) {
    self.init(allow: allow, deny: deny, iframes: frames)
  }
}
