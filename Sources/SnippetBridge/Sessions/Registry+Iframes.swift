package import DSBridge
import DSBridgeLocks
package import Foundation
import Logging
import SnippetBridgeWebServer

/// Functions for iframes that native code creates, each with a web view. Native code creates the web view before the
/// iframe loads its first document.
extension Registry {
  /// Returns the web view of the tab in which a web view is shown: for an iframe that native code has created, the web
  /// view of its page. Returns `nil` for other iframes, because the server does not know their pages.
  func webViewOfTab(showing webView: WebView) -> WebView? {
    let owner = state.withLock { state in
      state.iframes.owner(of: webView.id).flatMap { state.webViews[$0]?.webView }
    }
    if let owner { return webViewOfTab(showing: owner) }
    return webView.hosted.isIframe ? nil : webView
  }

  /// Records that the iframe of `webView` was redirected to `url`, so that no interceptor is asked about the next
  /// request.
  /// - Parameter session: The session of the iframe, if it shows a proxied site.
  func expectRedirect(to url: URL, in webView: WebView, session: String?) {
    guard let origin = url.origin else { return }
    state.withLock {
      $0.iframes.expect(NavigationTarget(url), of: origin, in: webView.id, at: .now, session: session)
    }
  }

  /// Assigns the session of a proxied site's pages to the iframe that has presented a ticket, and returns the iframe's
  /// web view. Returns `nil` if the ticket is not valid.
  /// - Parameter session: The session, or `nil` to only find the web view.
  func enterIframe(with ticket: String, at origin: WebOrigin, in session: String?) -> WebView? {
    state.withLock { state in
      state.iframes.enter(with: ticket, at: origin, in: session, at: .now).flatMap { state.webViews[$0]?.webView }
    }
  }

  /// Returns the web view of the iframe that native code has instructed to load the requested document. Returns `nil`
  /// if there is no such iframe, or if another browser than the one that shows the iframe has sent the request.
  /// - Parameters:
  ///   - sessions: Returns the sessions that the requesting browser has with the server's own pages.
  ///   - siteSessions: Returns the sessions that it has with a proxied site's pages in iframes.
  func iframeWebView(
    for request: ServerRequest, sessions: () -> [String], siteSessions: () -> [String]
  ) -> WebView? {
    guard module != nil, request.isOfIframe || request.header(.fetchMode) == nil, let origin = request.url?.origin
    else { return nil }
    let (sessions, siteSessions) = (sessions(), siteSessions())
    return state.withLock { state in
      let owners = state.webViews(ofSessions: sessions)
      return state.iframes.take(NavigationTarget(request), of: origin, in: owners, sessions: siteSessions, at: .now)
        .flatMap { state.webViews[$0]?.webView }
    }
  }
}

extension BridgeServer {
  /// Creates a web view for the documents in an iframe called `name` in the page of `owner`. Returns `nil` if the
  /// maximum number of web views is reached. The caller must close the web view.
  /// - Parameter asksAboutAll: whether the page script can ask the server about each navigation of the iframe's
  ///   documents. If so, a request about which the page script has not asked must come from a nested iframe.
  package func makeWebView(forIframe name: String, in owner: WebView, asksAboutAll: Bool) -> WebView? {
    let webView = registry.makeWebView()
    let network = PeerNetwork(of: owner.client?.peer ?? "")
    let gone: WebView?
    do throws(Refusal) {
      gone = try registry.state.withLock { state throws(Refusal) in
        let session = state.webViews[owner.id]?.document.flatMap { state.documents[$0]?.session } ?? ""
        let gone = try state.makeRoom(for: network, session: session)
        state.add(webView, for: network)
        state.iframes.add(name, for: webView.id, of: owner.id)
        return gone
      }
    } catch {
      configuration.logger.warning("cannot create the web view of an iframe", metadata: ["reason": "\(error)"])
      return nil
    }
    gone?.end()
    webView.hosted.state.withLock {
      $0.isIframe = true
      $0.isPlaced = true
      $0.asksAboutAll = asksAboutAll
    }
    webView.note("owner", encoding: owner.id)
    registry.introduce(webView)
    return webView
  }

  /// Records that the iframe of `webView` is about to load `url`, so that no interceptor is asked about the request.
  /// From then on, the web view can show only documents of the URL's origin. This web view must have been created with
  /// ``makeWebView(forIframe:in:asksAboutAll:)``.
  /// - Returns: The URL that the iframe must load. For a page of a proxied site, this is an address that redirects to
  ///   `url`; see ``SiteEntrance``.
  package func expectDocument(at url: URL, in webView: WebView) -> URL {
    guard let origin = url.origin else { return url }
    let isOfSite = registry.sites.entry(at: origin) != nil
    let ticket = isOfSite ? WebView.randomID() : nil
    registry.state.withLock {
      $0.bind(webView.id, to: origin)
      $0.iframes.expect(NavigationTarget(url), of: origin, in: webView.id, at: .now, ticket: ticket)
    }
    webView.hosted.page.apply(.began(url))
    return ticket.flatMap { SiteEntrance(to: url, ticket: $0).url(of: origin) } ?? url
  }
}
