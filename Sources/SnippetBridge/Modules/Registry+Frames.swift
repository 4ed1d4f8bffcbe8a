package import DSBridge
package import Foundation
import Locks
import Logging
import WebServer

/// Web views of frames that native code puts up: they are there before their first document.
extension Registry {
  /// A web view for a frame called `name` in the page of `owner`; nil when there is no place for one more.
  func makeWebView(forFrame name: String, in owner: WebView) -> WebView? {
    let webView = makeWebView()
    let peer = owner.client?.peer ?? ""
    let gone: WebView?
    do throws(Refusal) {
      gone = try state.withLock { state throws(Refusal) in
        let session = state.webViews[owner.id]?.document.flatMap { state.documents[$0]?.session } ?? ""
        let gone = try state.makeRoom(for: PeerNetwork(of: peer), session: session)
        state.add(webView, for: PeerNetwork(of: peer))
        state.frames.add(name, for: webView.id, of: owner.id)
        return gone
      }
    } catch {
      configuration.logger.warning("there is no place for the web view of a frame", metadata: ["reason": "\(error)"])
      return nil
    }
    gone?.end()
    webView.hosted.state.withLock {
      $0.isFrame = true
      $0.isPlaced = true
    }
    introduce(webView)
    return webView
  }

  /// The frame of the web view is about to load this document, which nobody is asked about. The web view shows
  /// documents of this origin only.
  func expectDocument(at url: URL, in webView: WebView) {
    guard let origin = url.origin else { return }
    state.withLock {
      $0.bind(webView.id, to: origin)
      $0.frames.expect(NavigationTarget(url), of: origin, in: webView.id, at: .now)
    }
    webView.hosted.page.apply(.began(url))
  }

  /// The frame of the web view was redirected to this document.
  func expectRedirect(to url: URL, in webView: WebView) {
    guard let origin = url.origin else { return }
    state.withLock { $0.frames.expect(NavigationTarget(url), of: origin, in: webView.id, at: .now) }
  }

  /// The web view whose frame asks for the document that it was told to load. Only the browser that shows the page
  /// around the frame gets it.
  /// - Parameter sessions: of the browser that asks, as the server's own pages have them.
  func framedWebView(for request: ServerRequest, sessions: () -> [String]) -> WebView? {
    guard module != nil, request.isOfFrame || request.header(.fetchMode) == nil, let origin = request.url?.origin
    else { return nil }
    let sessions = sessions()
    return state.withLock { state in
      let owners = state.webViews(ofSessions: sessions)
      return state.frames.take(NavigationTarget(request), of: origin, in: owners, at: .now)
        .flatMap { state.webViews[$0]?.webView }
    }
  }
}

extension BridgeServer {
  /// A web view whose documents a frame called `name`, in the page of `owner`, will show; nil when there are too many
  /// web views. Whoever makes it closes it.
  package func makeWebView(forFrame name: String, in owner: WebView) -> WebView? {
    registry.makeWebView(forFrame: name, in: owner)
  }

  /// The frame of such a web view is about to load `url`.
  package func expectDocument(at url: URL, in webView: WebView) {
    registry.expectDocument(at: url, in: webView)
  }
}
